import sqlalchemy as sa
from alembic import op

revision = "001"
down_revision = None


def upgrade():
    op.create_table(
        "samples",
        sa.Column("id", sa.BigInteger, primary_key=True),
        sa.Column("series", sa.String, index=True),
        sa.Column("at", sa.DateTime(timezone=True)),
        sa.Column("value", sa.Float),
    )
    op.create_table(
        "hourly_means",
        sa.Column("series", sa.String, primary_key=True),
        sa.Column("hour", sa.DateTime(timezone=True), primary_key=True),
        sa.Column("mean", sa.Float),
        sa.Column("count", sa.Integer),
    )


def downgrade():
    op.drop_table("hourly_means")
    op.drop_table("samples")
