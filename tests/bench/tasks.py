"""The task that does nothing but say that it ran."""

import socket

from celery import shared_task


@shared_task(name="bench.nothing", ignore_result=True)
def nothing(port: int) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as heard:
        heard.sendto(b"ran", ("127.0.0.1", port))
