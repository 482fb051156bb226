"""How mail programs introduce what they quote, in many languages; after their known shapes.

`gmail`, `apple`, `thunderbird`, `yahoo` and `k9` are lines in front of a quote; `outlook` are its
four words for From, Sent, To and Subject; `phone` is what a phone signs with.
"""

from dataclasses import dataclass

WHO = "Tideweb <re-abcdefghijklmnopqrstuvwxyz234567@play.example.org>"


@dataclass(frozen=True)
class Tongue:
    gmail: str
    apple: str
    thunderbird: str
    outlook: tuple[str, str, str, str]
    phone: str
    yahoo: str = ""
    k9: str = ""

    def line(self, program: str) -> str:
        """The introduction of that program, or Gmail's where it is not known to differ."""
        return (getattr(self, program, "") or self.gmail).replace("WHO", WHO)


TONGUES = {
    "en": Tongue(
        "On Fri, 20 Nov 2026 at 10:12, WHO wrote:",
        "On 20 Nov 2026, at 10:12, WHO wrote:",
        "On 20/11/2026 10:12, Tideweb wrote:",
        ("From", "Sent", "To", "Subject"),
        "Sent from my iPhone",
        "On Friday, November 20, 2026 at 10:12:33 AM GMT+1, WHO wrote:",
        "On November 20, 2026 10:12:33 AM GMT+01:00, WHO wrote:",
    ),
    "de": Tongue(
        "Am Fr., 20. Nov. 2026 um 10:12 Uhr schrieb WHO:",
        "Am 20.11.2026 um 10:12 schrieb WHO:",
        "Am 20.11.26 um 10:12 schrieb Tideweb:",
        ("Von", "Gesendet", "An", "Betreff"),
        "Von meinem iPhone gesendet",
        "Am Freitag, 20. November 2026 um 10:12:33 MEZ hat WHO Folgendes geschrieben:",
        "Am 20. November 2026 10:12:33 MEZ schrieb WHO:",
    ),
    "nl": Tongue(
        "Op vr 20 nov 2026 om 10:12 schreef WHO:",
        "Op 20 nov. 2026 om 10:12 heeft WHO het volgende geschreven:",
        "Op 20-11-2026 om 10:12 schreef Tideweb:",
        ("Van", "Verzonden", "Aan", "Onderwerp"),
        "Verstuurd vanaf mijn iPhone",
        "Op vrijdag 20 november 2026 om 10:12:33 CET schreef WHO:",
        "Op 20 november 2026 10:12:33 CET schreef WHO:",
    ),
    "fr": Tongue(
        "Le ven. 20 nov. 2026 à 10:12, WHO a écrit :",
        "Le 20 nov. 2026 à 10:12, WHO a écrit :",
        "Le 20/11/2026 à 10:12, Tideweb a écrit :",
        ("De", "Envoyé", "À", "Objet"),
        "Envoyé de mon iPhone",
        "Le vendredi 20 novembre 2026 à 10:12:33 UTC+1, WHO a écrit :",
        "Le 20 novembre 2026 10:12:33 GMT+01:00, WHO a écrit :",
    ),
    "es": Tongue(
        "El vie, 20 nov 2026 a las 10:12, WHO escribió:",
        "El 20 nov 2026, a las 10:12, WHO escribió:",
        "El 20/11/26 a las 10:12, Tideweb escribió:",
        ("De", "Enviado", "Para", "Asunto"),
        "Enviado desde mi iPhone",
        "En viernes, 20 de noviembre de 2026, 10:12:33 CET, WHO escribió:",
        "El 20 de noviembre de 2026 10:12:33 CET, WHO escribió:",
    ),
    "it": Tongue(
        "Il giorno ven 20 nov 2026 alle ore 10:12 WHO ha scritto:",
        "Il giorno 20 nov 2026, alle ore 10:12, WHO ha scritto:",
        "Il 20/11/26 10:12, Tideweb ha scritto:",
        ("Da", "Inviato", "A", "Oggetto"),
        "Inviato da iPhone",
        "Il venerdì 20 novembre 2026 alle ore 10:12:33 CET, WHO ha scritto:",
    ),
    "pt": Tongue(
        "Em sex., 20 de nov. de 2026 às 10:12, WHO escreveu:",
        "No dia 20/11/2026, às 10:12, WHO escreveu:",
        "Em 20/11/2026 10:12, Tideweb escreveu:",
        ("De", "Enviado", "Para", "Assunto"),
        "Enviado do meu iPhone",
    ),
    "pl": Tongue(
        "pt., 20 lis 2026 o 10:12 WHO napisał(a):",
        "Wiadomość napisana przez WHO w dniu 20 lis 2026, o godz. 10:12:",
        "W dniu 20.11.2026 o 10:12, Tideweb pisze:",
        ("Od", "Wysłano", "Do", "Temat"),
        "Wysłane z iPhone'a",
    ),
    "cs": Tongue(
        "pá 20. 11. 2026 v 10:12 odesílatel WHO napsal:",
        "20. 11. 2026 v 10:12, WHO:",
        "Dne 20. 11. 26 v 10:12 Tideweb napsal(a):",
        ("Od", "Odesláno", "Komu", "Předmět"),
        "Odesláno z iPhonu",
    ),
    "sv": Tongue(
        "Den fre 20 nov. 2026 kl 10:12 skrev WHO:",
        "20 nov. 2026 kl. 10:12 skrev WHO:",
        "Den 2026-11-20 kl. 10:12, skrev Tideweb:",
        ("Från", "Skickat", "Till", "Ämne"),
        "Skickat från min iPhone",
    ),
    "da": Tongue(
        "Den fre. 20. nov. 2026 kl. 10.12 skrev WHO:",
        "Den 20. nov. 2026 kl. 10.12 skrev WHO:",
        "Den 20.11.2026 kl. 10.12 skrev Tideweb:",
        ("Fra", "Sendt", "Til", "Emne"),
        "Sendt fra min iPhone",
    ),
    "fi": Tongue(
        "pe 20. marrask. 2026 klo 10.12 WHO kirjoitti:",
        "WHO kirjoitti 20.11.2026 kello 10.12:",
        "Tideweb kirjoitti 20.11.2026 klo 10.12:",
        ("Lähettäjä", "Lähetetty", "Vastaanottaja", "Aihe"),
        "Lähetetty iPhonesta",
    ),
    "hu": Tongue(
        "WHO ezt írta (időpont: 2026. nov. 20., P, 10:12):",
        "2026. 11. 20. dátummal, 10:12 időpontban WHO írta:",
        "2026. 11. 20. 10:12 keltezéssel, Tideweb írta:",
        ("Feladó", "Elküldve", "Címzett", "Tárgy"),
        "Az iPhone-omról küldve",
    ),
    "tr": Tongue(
        "WHO, 20 Kas 2026 Cum, 10:12 tarihinde şunu yazdı:",
        "WHO şunları yazdı (20 Kas 2026 10:12):",
        "20.11.2026 10:12 tarihinde Tideweb yazdı:",
        ("Kimden", "Gönderildi", "Kime", "Konu"),
        "iPhone’umdan gönderildi",
    ),
    "ru": Tongue(
        "пт, 20 нояб. 2026 г. в 10:12, WHO:",
        "20 нояб. 2026 г., в 10:12, WHO написал(а):",
        "20.11.2026 10:12, Tideweb пишет:",
        ("От", "Отправлено", "Кому", "Тема"),
        "Отправлено с iPhone",
    ),
    "ja": Tongue(
        "2026年11月20日(金) 10:12 WHO:",
        "2026/11/20 10:12、WHOのメール:",
        "On 2026/11/20 10:12, Tideweb wrote:",
        ("差出人", "送信日時", "宛先", "件名"),
        "iPhoneから送信",
    ),
    "zh": Tongue(
        "WHO 于2026年11月20日周五 10:12写道：",
        "在 2026年11月20日，10:12，WHO 写道：",
        "在 2026/11/20 10:12, Tideweb 写道:",
        ("发件人", "发送时间", "收件人", "主题"),
        "发自我的 iPhone",
    ),
    "ko": Tongue(
        "2026년 11월 20일 (금) 오전 10:12, WHO님이 작성:",
        "2026. 11. 20. 오전 10:12, WHO 작성:",
        "26. 11. 20. 10:12에 Tideweb 이(가) 쓴 글:",
        ("보낸 사람", "보낸 날짜", "받는 사람", "제목"),
        "나의 iPhone에서 보냄",
    ),
}
