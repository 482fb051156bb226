// Has the zod schemas of @hey-api/openapi-ts read the answers; run where they were made.
import { readFileSync, writeFileSync } from "node:fs";
import ts from "typescript";

const [schema, answers] = process.argv.slice(2).map((file) => readFileSync(file, "utf8"));
const source = readFileSync("zod_client/zod.gen.ts", "utf8");
const module = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
writeFileSync("zod.gen.mjs", ts.transpileModule(source, { compilerOptions: module }).outputText);
const read = await import(`${process.cwd()}/zod.gen.mjs`);

const operations = Object.values(JSON.parse(schema).paths).flatMap((path) => Object.values(path));
const shapeOf = (line) => {
  const operation = operations.find((each) => each.operationId === line.operation);
  const [media] = Object.values(operation.responses[line.status].content);
  const name = media.schema.$ref?.split("/").pop();
  return name ? read[`z${name}`] : { safeParse: () => ({ success: true }) }; // a record is any object
};

const lines = answers.trim().split("\n").map((line) => JSON.parse(line));
const complaints = lines.flatMap((line) => {
  const found = shapeOf(line).safeParse(line.body);
  const said = `${line.operation} ${line.status}: ${JSON.stringify(found.error?.issues)}`;
  return found.success ? [] : [said.slice(0, 300)];
});
console.log(`@hey-api/openapi-ts: ${complaints.length} of ${lines.length} answers refused`);
console.log([...new Set(complaints)].sort().join("\n"));
process.exit(complaints.length ? 1 : 0);
