import sqlalchemy as sa
from alembic import op

revision = "002"
down_revision = "001"


def upgrade():
    op.create_table(
        "alerts",
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("series", sa.String),
        sa.Column("above", sa.Float),
        sa.Column("below", sa.Float),
        sa.Column("quiet_minutes", sa.Integer, server_default="60"),
        sa.Column("last_fired", sa.DateTime(timezone=True)),
    )


def downgrade():
    op.drop_table("alerts")
