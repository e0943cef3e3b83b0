from pathlib import Path

BASE_DIR = Path(__file__).resolve().parent.parent
SECRET_KEY = "change me"
DEBUG = True
ALLOWED_HOSTS = ["*"]
INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "patients",
    "appointments",
]
MIDDLEWARE = [
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
]
ROOT_URLCONF = "clinic_site.urls"
TEMPLATES = [{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True}]
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": BASE_DIR / "clinic.sqlite3"}}
LANGUAGES = [("de", "Deutsch"), ("en", "English")]
LANGUAGE_CODE = "de"
USE_TZ = True
TIME_ZONE = "Europe/Berlin"
SESSION_COOKIE_AGE = 1800  # signed out after half an hour
SMS_GATEWAY = "http://sms.clinic.internal/send"
SLOT_MINUTES = 20
CANCEL_UNTIL_HOURS = 24
