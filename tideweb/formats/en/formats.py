"""Dates and times in English as our own pages write them, for those that Django's panel shows."""

DATE_FORMAT = "j M Y"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = "j M Y, H:i"
SHORT_DATE_FORMAT, SHORT_DATETIME_FORMAT = DATE_FORMAT, DATETIME_FORMAT
