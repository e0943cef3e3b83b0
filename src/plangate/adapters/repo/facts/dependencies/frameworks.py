"""Frameworks, by the dependency that a manifest declares (never by a word in a text)."""

from __future__ import annotations

from collections.abc import Iterable

from plangate.adapters.repo.facts.dependencies.declared import Declared, Ecosystem
from plangate.adapters.repo.facts.view import View, fact, first
from plangate.core.model.nouns import Evidence

_MOST = 12
#: A dependency only developers need may be there to be tested against.
_DECLARED, _ONLY_DEVELOPMENT = 0.95, 0.6

#: ecosystem → framework: the dependencies that mean it; a name that ends in * is a beginning.
FRAMEWORKS: dict[Ecosystem, dict[str, str]] = {
    "python": {
        "Django": "django",
        "Django REST framework": "djangorestframework",
        "Flask": "flask",
        "FastAPI": "fastapi",
        "Starlette": "starlette",
        "aiohttp": "aiohttp",
        "Tornado": "tornado",
        "Pyramid": "pyramid",
        "Sanic": "sanic",
        "Litestar": "litestar",
        "Quart": "quart",
        "Falcon": "falcon",
        "Bottle": "bottle",
        "SQLAlchemy": "sqlalchemy flask-sqlalchemy sqlmodel",
        "Alembic": "alembic flask-migrate",
        "Peewee": "peewee",
        "Tortoise ORM": "tortoise-orm",
        "Celery": "celery",
        "RQ": "rq django-rq",
        "Dramatiq": "dramatiq",
        "APScheduler": "apscheduler",
        "Click": "click",
        "Typer": "typer",
        "Pydantic": "pydantic",
        "Scrapy": "scrapy",
        "Airflow": "apache-airflow",
        "Streamlit": "streamlit",
        "pandas": "pandas",
        "PyTorch": "torch",
    },
    "javascript": {
        "Express": "express",
        "Fastify": "fastify",
        "Koa": "koa",
        "Hapi": "@hapi/hapi",
        "NestJS": "@nestjs/core",
        "Hono": "hono",
        "Next.js": "next",
        "Nuxt": "nuxt nuxt3",
        "Remix": "@remix-run/react @remix-run/node",
        "Astro": "astro",
        "SvelteKit": "@sveltejs/kit",
        "Svelte": "svelte",
        "React": "react",
        "React Native": "react-native",
        "Vue": "vue",
        "Angular": "@angular/core",
        "Solid": "solid-js",
        "Preact": "preact",
        "Electron": "electron",
        "Prisma": "@prisma/client prisma",
        "TypeORM": "typeorm",
        "Sequelize": "sequelize",
        "Mongoose": "mongoose",
        "Knex": "knex",
        "Drizzle": "drizzle-orm",
        "BullMQ": "bullmq bull",
        "Socket.IO": "socket.io",
        "Apollo Server": "@apollo/server apollo-server apollo-server-express",
        "Redux": "@reduxjs/toolkit redux",
        "Tailwind CSS": "tailwindcss",
        "Commander": "commander",
        "yargs": "yargs",
    },
    "rust": {
        "Actix Web": "actix-web",
        "Axum": "axum",
        "Rocket": "rocket",
        "warp": "warp",
        "Tokio": "tokio",
        "Diesel": "diesel",
        "SQLx": "sqlx",
        "SeaORM": "sea-orm",
        "clap": "clap",
        "PyO3": "pyo3",
        "Tauri": "tauri",
    },
    "go": {
        "Gin": "github.com/gin-gonic/gin",
        "Echo": "github.com/labstack/echo",
        "Fiber": "github.com/gofiber/fiber",
        "chi": "github.com/go-chi/chi",
        "Gorilla mux": "github.com/gorilla/mux",
        "GORM": "gorm.io/gorm",
        "Ent": "entgo.io/ent",
        "Cobra": "github.com/spf13/cobra",
        "urfave/cli": "github.com/urfave/cli",
        "gRPC": "google.golang.org/grpc",
    },
    "jvm": {
        "Spring Boot": "org.springframework.boot:* plugin:org.springframework.boot",
        "Quarkus": "io.quarkus:* plugin:io.quarkus",
        "Micronaut": "io.micronaut:* plugin:io.micronaut.*",
        "Ktor": "io.ktor:* plugin:io.ktor.plugin",
        "Dropwizard": "io.dropwizard:dropwizard-core",
        "Vert.x": "io.vertx:vertx-core io.vertx:vertx-web",
        "Hibernate": "org.hibernate:hibernate-core org.hibernate.orm:hibernate-core",
        "Flyway": "org.flywaydb:* plugin:org.flywaydb.flyway",
        "Liquibase": "org.liquibase:liquibase-core",
        "Android": "plugin:com.android.application plugin:com.android.library",
        "Kotlin": "plugin:org.jetbrains.kotlin.jvm plugin:org.jetbrains.kotlin.android",
    },
    "ruby": {
        "Rails": "rails railties",
        "Sinatra": "sinatra",
        "Hanami": "hanami",
        "Sidekiq": "sidekiq",
        "Devise": "devise",
        "Sequel": "sequel",
        "RSpec": "rspec rspec-rails",
    },
    "php": {
        "Laravel": "laravel/framework",
        "Symfony": "symfony/framework-bundle symfony/symfony",
        "Slim": "slim/slim",
        "CodeIgniter": "codeigniter4/framework",
        "Doctrine ORM": "doctrine/orm",
        "WordPress": "johnpbloch/wordpress roots/wordpress",
    },
    "dotnet": {
        "ASP.NET Core": "sdk:Microsoft.NET.Sdk.Web Microsoft.AspNetCore.App",
        "Blazor": "sdk:Microsoft.NET.Sdk.BlazorWebAssembly",
        "Entity Framework Core": "Microsoft.EntityFrameworkCore Microsoft.EntityFrameworkCore.*",
        "Hangfire": "Hangfire Hangfire.*",
        "MediatR": "MediatR",
    },
    "elixir": {"Phoenix": "phoenix", "Ecto": "ecto ecto_sql", "Oban": "oban"},
}


def frameworks(view: View, dependencies: Iterable[Declared]) -> list[Evidence]:
    found = [
        fact(
            "framework",
            framework,
            entry.locator(view),
            _ONLY_DEVELOPMENT if entry.only_development else _DECLARED,
        )
        for entry in sorted(dependencies, key=_order)
        if (framework := framework_of(entry))
    ]
    return first(found, _MOST)


def framework_of(entry: Declared) -> str | None:
    rows = FRAMEWORKS[entry.ecosystem]
    name = entry.name
    for framework, names in rows.items():
        for known in names.split():
            if name == known or (known.endswith("*") and name.startswith(known[:-1])):
                return framework
    return None


def _order(entry: Declared) -> tuple[bool, int]:
    return entry.only_development, entry.manifest.count("/")
