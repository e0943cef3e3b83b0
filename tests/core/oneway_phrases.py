"""Phrasings the word net of PREF-2 is held to: one-way ones by kind, and ordinary task titles.

The one-way tables are complete demands: every line must be caught, with its kind. The ordinary
titles are a sample of backlogs and commit logs of many trades; some hold a word of the net, because
real titles do. A title is never taken out because the net fires on it.
"""

from __future__ import annotations

from typing import Final

ONE_WAY: Final[dict[str, tuple[str, ...]]] = {
    "recursive-removal": (
        "rm -rf build",
        "rm -fr build",
        "rm -r -f build",
        "rm -f -r build",
        "rm --recursive --force build",
        "rm --force --recursive build",
        "sudo rm -Rf /var/lib/app",
        "RM -RF /",
        "rm -rfv ./dist",
        "rm -vrf ./dist",
        "rm ./dist -rf",
        "rm -r dist/",
        "rm -f secrets.env",
        "/bin/rm -rf $HOME/cache",
        "run `rm -rf node_modules` and start over",
        "cd /srv && rm -rf *",
        'subprocess.run(["rm", "-rf", path])',
        "rm \u2013rf build",
        "rm \u2014recursive \u2014force build",
        "\uff52\uff4d \uff0d\uff52\uff46 build",
        "r\u200bm -r\u200bf build",
        "rm\t-rf\tbuild",
        "rm \\\n  -rf build",
        "rm /etc/passwd",
        "find . -name '*.log' -delete",
        "find /data -mtime +30 -exec rm {} \\;",
        "ls | xargs rm",
        "find . -type f -print0 | xargs -0 rm -f",
        "shutil.rmtree(target)",
        "call shutil.rmtree on the workspace",
        "npx rimraf dist",
        "rimraf('dist', cb)",
        "fs.rmSync(dir, { recursive: true, force: true })",
        "fs.rm(dir, {recursive: true})",
        "fs.promises.rm(dir)",
        "FileUtils.rm_rf(path)",
        "os.remove(path)",
        "os.unlink(path)",
        "Path(p).unlink()",
        "Remove-Item -Recurse -Force .\\dist",
        "Remove-Item .\\dist -Force -Recurse",
        "remove-item C:\\temp -r -fo",
        "del /s /q C:\\temp",
        "del C:\\temp\\*.* /S",
        "rmdir /s /q build",
        "rd /q /s build",
        "rsync -a --delete src/ dst/",
        "shred -u key.pem",
        "recursively delete the build tree",
        "Recursive forced removal of the checkout",
        "remove the cache directory recursively",
        "permanently delete the draft",
        "hard-delete closed tickets",
    ),
    "sql-drop": (
        "DROP TABLE users;",
        "drop table if exists orders cascade",
        "drop the users table",
        "Drop the legacy orders table",
        "drop both of the old reporting tables",
        "dropping the `email` column",
        "ALTER TABLE users DROP COLUMN email",
        "op.drop_column('users', 'email')",
        "op.drop_table('users')",
        "drop_table :users",
        "Drop unused index on events",
        "drop index concurrently idx_users_email",
        "DROP DATABASE staging",
        "drop the whole staging database",
        "drop schema public cascade",
        "drop the audit schema",
        "drop materialized view daily_totals",
        "drop the orders collection",
        "db.dropDatabase()",
        "dropdb app_production",
        "knex.schema.dropTable('users')",
        "drop partition p2019",
        "drop foreign key fk_user",
        "drops the customers table and its rows",
        "The old table gets dropped, so drop its table now",
        "drop user analyst",
        "Keep the column or drop it",
        "drop all user data",
    ),
    "sql-truncate": (
        "TRUNCATE TABLE users",
        "truncate table events restart identity",
        "truncate users cascade",
        "TRUNCATE users;",
        "truncate the audit table",
        "Truncate all of the staging tables",
        "truncating the contents of the orders table",
        "truncate -s 0 app.log",
        "truncate the log files to zero",
    ),
    "delete-data": (
        "DELETE FROM users",
        "delete from orders where created_at < now()",
        "delete all the old rows from the users table",
        "delete old customer records",
        "Delete rows older than 90 days",
        "deleting inactive accounts",
        "Delete every user who never logged in",
        "delete the production database",
        "delete the S3 bucket",
        "delete the bucket and everything in it",
        "Delete the persistent volume",
        "delete all backups older than a year",
        "delete stale snapshots",
        "delete the uploads folder",
        "delete the temp directory",
        "Delete all files under /var/data",
        "delete the remote branch",
        "delete the repository",
        "delete the tenant's data",
        "erase customer data on request",
        "Deletion of inactive accounts",
        "bulk deletion of invoices",
        "user data deletion",
        "Old rows are deleted",
        "the legacy table will be dropped",
        "existing sessions are permanently deleted",
        "records get deleted after import",
        "remove all records of closed accounts",
        "Remove the users table",
        "remove customer data from the warehouse",
        "clear out the orders database",
        "empty the uploads bucket",
        "User.objects.all().delete() deletes all users",
        "users.deleteMany({})",
        "redis-cli FLUSHALL",
        "flushdb on the cache node",
        "delete_user_data(user_id)",
        "delete and recreate the users table",
        "Delete them",
        "delete it now",
        "prune old backups",
        "wp post delete $(wp post list) deletes all posts",
        "de\u00adlete old customer records",
        "delete\u00a0old\u00a0customer\u00a0records",
    ),
    "database-reset": (
        "restore the production database from last night's dump",
        "reset the database",
        "rails db:reset",
        "rake db:drop db:create",
        "php artisan migrate:fresh --seed",
        "prisma migrate reset",
        "recreate the production database from scratch",
        "flyway clean",
        "factory reset the device",
    ),
    "data-loss": (
        "existing data is lost",
        "we lose the order history",
        "losing all customer data",
        "accepts data loss for the last hour",
    ),
    "destroy": (
        "terraform destroy",
        "terraform destroy -auto-approve",
        "pulumi destroy --yes",
        "cdk destroy",
        "vagrant destroy -f",
        "heroku apps:destroy --app shop",
        "destroy the staging environment",
        "Destroying the old cluster",
        "everything is destroyed",
        "User.destroy_all",
        "nuke the dev account",
        "obliterate the archive",
        "destruction of the old tapes",
    ),
    "wipe": (
        "wipe the disk",
        "Wipe staging before the import",
        "wiping user profiles",
        "the device gets wiped",
        "wipe everything and start over",
        "wipefs -a /dev/sdb",
        "erase the SD card",
        "erase all settings",
    ),
    "purge": (
        "purge inactive accounts",
        "Purge the queue",
        "purging old events",
        "apt purge postgresql",
        "history gets purged nightly",
        "expunge the mailbox",
    ),
    "overwrite": (
        "overwrite the existing configuration",
        "Overwrites user settings",
        "overwriting production data with the dump",
        "the old file is overwritten",
        "clobber the lock file",
        "write over the existing backup",
    ),
    "roll-back": (
        "roll back the release",
        "Roll back to v1.4",
        "rolling back the deployment",
        "rolled the migration back",
        "roll the database back to Monday",
        "Rollback production",
        "rollback the last deploy",
        "kubectl rollout undo is a rollback",
        "helm rollback api 3",
        "roll-back of the payment service",
        "ROLLBACK to savepoint before_import",
    ),
    "force-push": (
        "git push -f",
        "git push --force",
        "git push --force origin main",
        "git push origin main --force",
        "git push origin main -f",
        "git push -uf origin main",
        "git push --force-with-lease",
        "git push --force-with-lease=main:abc123 origin main",
        "git push origin +main",
        "git push origin +HEAD:main",
        "git -C repo push -f",
        "git push --mirror backup",
        "git push origin --delete feature",
        "git push origin :feature",
        "GIT PUSH -F",
        "git push \u2014force",
        'run(["git", "push", "--force"])',
        "push -f to the shared branch",
        "force-push the branch",
        "force push to main",
        "Force-pushing over the remote",
        "we force pushed yesterday and will again",
        "push with force",
        "git push\n--force",
    ),
    "rewrite-history": (
        "git filter-branch --tree-filter 'x' HEAD",
        "git filter-repo --path secrets.env --invert-paths",
        "rewrite the git history",
        "rewriting published history",
        "git reflog expire --expire=now --all",
        "git gc --prune=now",
        "bfg --delete-files id_rsa",
    ),
    "discard-work": (
        "git reset --hard",
        "git reset --hard HEAD~3",
        "git reset HEAD~1 --hard",
        "git reset origin/main --hard",
        "hard reset the branch",
        "do a hard reset",
        "reset --hard to the tag",
        "git clean -fd",
        "git clean -fdx",
        "git clean -df",
        "git clean -xdf",
        "git clean -d -f",
        "git clean --force -d",
        "git clean -f",
        "git checkout -- .",
        "git checkout -- src/app.py",
        "git checkout HEAD -- src/app.py",
        "git checkout .",
        "git checkout -f main",
        "git checkout --force main",
        "git restore .",
        "git restore src/app.py",
        "git restore --staged --worktree .",
        "git restore --source=HEAD~2 src",
        "git branch -D feature",
        "git branch --delete --force feature",
        "git branch -d --force feature",
        "git stash drop",
        "git stash clear",
        "git tag -d v1.0",
        "git worktree remove --force ../wt",
        "git switch --discard-changes main",
        "discard all uncommitted changes",
        "throw away my local changes",
    ),
    "infra-delete": (
        "kubectl delete pod api-0",
        "kubectl -n prod delete deployment api",
        "kubectl --context prod delete ns billing",
        "kubectl delete -f k8s/",
        "helm uninstall api",
        "helm delete api --purge",
        "gcloud compute instances delete web-1",
        "az group delete --name rg1",
        "aws s3 rm s3://bucket --recursive",
        "aws s3 rb s3://bucket --force",
        "aws ec2 terminate-instances --instance-ids i-1",
        "aws rds delete-db-instance --skip-final-snapshot",
        "gsutil -m rm -r gs://bucket",
        "docker system prune -af",
        "docker volume rm pgdata",
        "docker compose down -v",
        "docker-compose down --volumes",
        "gh repo delete org/app --yes",
        "doctl compute droplet delete 12",
        "kubectl drain node-3",
    ),
    "host-shutdown": (
        "switch off the old servers",
        "turn off the production cluster",
        "terminate the old instances",
        "shut down the production servers",
        "shutdown all instances",
        "shutting down the EU region",
        "decommission the mail server",
        "tear down the staging environment",
        "teardown of the old cluster",
        "deprovision the database hosts",
        "the servers are terminated",
        "power off the build machines",
    ),
    "disk-format": (
        "mkfs.ext4 /dev/sdb1",
        "mkfs -t xfs /dev/nvme0n1",
        "dd if=/dev/zero of=/dev/sda bs=1M",
        "sudo dd of=/dev/disk2 if=image.iso",
        "format the data disk",
        "Formatting the USB stick",
        "reformat the drive",
        "format C:",
        "repartition the disk",
        "cat image > /dev/sda",
        "lvremove vg0/data",
    ),
    "credential-change": (
        "rotate the API keys",
        "rotate production secrets",
        "Rotating the database credentials",
        "revoke the leaked token",
        "revoke all access tokens",
        "Revoke Bob's access",
        "reset the admin password",
        "reset all user passwords",
        "resetting customer passwords",
        "Reset the signing key",
        "key rotation",
        "secret rotation for the payment service",
        "password reset for every employee",
        "all tokens are revoked",
        "credentials get rotated tonight",
        "revocation of the old certificates",
        "invalidate all sessions",
        "regenerate the webhook secret",
        "rotate_keys --all keys rotated: rotate keys",
        "rotation of the root key",
    ),
    "disable-mfa": (
        "disable MFA",
        "disable 2FA for contractors",
        "turn off two-factor authentication",
        "turn two-factor authentication off",
        "switch 2FA off for the bot",
        "bypass multi-factor authentication in staging",
        "MFA is disabled for admins",
        "remove the 2fa requirement",
        "skip the OTP for trusted devices",
        "disabling multifactor auth",
    ),
    "disable-safeguard": (
        "turn off branch protection",
        "disable the firewall",
        "disable deletion protection on the database",
        "disable nightly backups",
        "disabling TLS verification",
        "switch off audit logging",
    ),
    "grant-admin": (
        "grant admin",
        "grant admin rights to Bob",
        "Grant the service account admin access",
        "GRANT ALL PRIVILEGES ON *.* TO app",
        "give contractors admin access",
        "give Bob administrator rights",
        "promote alice to admin",
        "make Bob an admin",
        "make all engineers admins",
        "assign the admin role to the deploy user",
        "elevate the bot to superuser",
        "granting root to the CI user",
        "add carol to the admins group",
    ),
    "make-public": (
        "make the repository public",
        "make the bucket public",
        "making our dataset publicly readable",
        "open-source the SDK? open source the SDK",
    ),
    "charge": (
        "charge the customer",
        "charge the saved card",
        "Charge all customers the new fee",
        "charging cards on file",
        "customers are charged at midnight",
        "charge $49 to the card",
        "charge 49 EUR per seat",
        "charge every account monthly",
        "bill all tenants",
        "stripe.charges.create({amount})",
        "charge users twice",
        "debit the account",
    ),
    "move-money": (
        "issue refunds to customers",
        "spend the remaining credits",
        "withdraw the funds",
        "refund all affected orders",
        "refund the customer",
        "capture the payment",
        "transfer the funds to the vendor",
        "wire the money",
    ),
    "send-to-customers": (
        "A mail goes out to every customer",
        "mails to customers go out at noon",
        "mail all customers about the price change",
        "tell every customer about it",
        "invite all users to the beta",
        "notify all affected customers by mail",
        "customers get an e-mail",
        "every customer gets an email",
        "Post the announcement on Twitter",
        "write to all customers",
        "send to customers",
        "send the notice to all customers",
        "Send the price change email to our customers",
        "email all users",
        "email all users about the outage",
        "Email every subscriber",
        "notify all affected users",
        "notify customers of the price change",
        "send an SMS to all members",
        "send the newsletter",
        "send out the marketing campaign",
        "text our customers the new hours",
        "mail everyone on the list",
        "sending invoices to clients",
        "send 40000 users a survey: send it to 40000 users",
    ),
    "publish": (
        "upload the package to PyPI",
        "submit the build to TestFlight",
        "push the image to Docker Hub",
        "publish",
        "npm publish",
        "cargo publish",
        "publish the package",
        "Publish version 2 to PyPI",
        "publish the release notes and the release",
        "publishing the gem",
        "the article is published at once",
        "publish to the public registry",
        "twine upload dist/*",
        "gem push foo-1.0.gem",
        "docker push registry/app:latest",
        "submit the build to the App Store",
        "cut a release",
        "release a new version",
        "release version 59",
        "release 3.0 to npm",
        "npm unpublish: unpublish the package",
    ),
    "merge-to-main": (
        "merge to main",
        "merge into main",
        "merge the branch into main",
        "Merge PR 12 to master",
        "merging straight to master",
        "merged into the main branch",
        "merge the feature into production",
        "push directly to main",
        "git push origin HEAD, push it to main",
        "commit straight to master",
        "land it on trunk",
    ),
    "schema-migration": (
        "schema migration",
        "run the schema migration",
        "run migrations on production",
        "apply the pending migrations",
        "database migration",
        "data migration for the orders service",
        "migrate the users table to UUID keys",
        "migrating the database to Postgres 16",
        "ALTER TABLE users ADD COLUMN email text",
        "alter the orders table",
        "change the column type to bigint",
        "change the primary key",
        "schema change",
        "alembic upgrade head",
        "python manage.py migrate",
        "rails db:migrate",
        "rename the email column",
    ),
    "breaking-change": (
        "breaking change",
        "ship a breaking change",
        "Breaking API changes",
        "this is backwards incompatible",
        "backward-incompatible rename",
        "breaks existing clients",
        "break backward compatibility",
        "drop support for Python 3.9",
        "remove support for IE11",
        "remove the public API",
        "an incompatible change of the wire format",
    ),
    "data-model-change": (
        "data model change",
        "change the data model",
        "data-model changes",
        "Changing our data model to event sourcing",
        "redesign the data model",
        "changes to the data model",
        "rework of the old one: rework the order data model",
    ),
    "license-change": (
        "relicense the project",
        "change the license to AGPL",
        "switch our licence to MIT",
    ),
    "said-irreversible": (
        "the backups cannot be restored",
        "there is no way back",
        "the money cannot be called back",
        "deleted beyond recovery",
        "it can never be brought back",
        "this is not reversible",
        "this cannot be undone",
        "This can\u2019t be reversed",
        "an irreversible step",
        "the point of no return",
        "a one-way door",
    ),
    "gone-for-good": (
        "their posts are gone for good",
        "lost forever",
        "the attachments are deleted once and for all",
        "permanently erased after a week",
        "The rows of that year are gone",
        "wipe the inbox for good",
        "forever gone",
        "throw away the old records",
        "throw all the backups out",
        "shred the archive",
        "scrub the user records",
        "everything goes for good",
    ),
    "anonymise": (
        "anonymise all users",
        "anonymize the customer records",
        "anonymising every closed account",
        "We anonymise the old customers",
    ),
    "deploy": (
        "Should I proceed with the deployment to production?",
        "Deploy to production now",
        "deploying the hotfix to prod tonight",
        "Ship it to production",
        "Promote the build to production",
        "Roll this out to all users",
        "Go live",
        "go live with the new checkout",
        "Deploy it",
        "Deploy",
        "Deploy now",
        "Deploy straight to the live site",
        "Trigger the production deployment",
        "Release the change to production",
        "roll the feature out to everyone",
    ),
    "cut-over": (
        "Switch DNS to the new load balancer",
        "Point the domain at the new server",
        "move the nameservers to another provider",
        "flip the CNAME to the CDN",
        "cut over to the new cluster",
        "switch all traffic to the blue environment",
        "transfer the domain to another registrar",
        "change the MX records to the new mail host",
        "The DNS is switched on Sunday",
        "do the cutover",
    ),
    "pay": (
        "Pay the open invoices",
        "pay out the affiliates",
        "Suppliers are paid automatically",
        "real payments are made",
        "take live payments",
        "buy the domain",
        "purchase more seats",
        "the invoices are paid",
        "Release the payouts",
        "switch the checkout to live mode",
    ),
    "commit-legally": (
        "sign the contract with the vendor",
        "submit our tax return",
        "cancel all subscriptions",
        "file the patent",
        "cancel the customers' orders",
    ),
    "open-access": (
        "open port 5432 of the database to the internet",
        "expose the cluster to the world",
        "give everyone access to the bucket",
        "grant all users write access",
    ),
}

# Denied, or only spoken about.
DENIED: Final[tuple[str, ...]] = (
    "Highlight the DROP TABLE keyword in the editor",
    "adjust the formatter to the DROP INDEX syntax of other servers",
    "Don't emit DROP TABLE in a dry run",
    "do not render drop table when nothing changed",
    "Ensure deleting a team doesn't delete its invoices",
    "Make sure that deleting a user never deletes their orders",
    "never force-push",
    "Never, ever force-push",
    "do not drop the table",
    "don't drop the table",
    "don\u2019t drop the users table",
    "without deleting anything",
    "without deleting any rows",
    "Migrate the UI without dropping any column",
    "avoid overwriting user settings",
    "must not delete customer records",
    "never run git push --force",
    "do not use rm -rf",
    "no breaking changes",
    "without a schema migration",
    "no schema migration needed",
    "does not require a data model change",
    "archive the rows instead of deleting them",
    "soft-delete rows rather than deleting records",
    "rows are not deleted",
    "deletes no rows",
    "prevent users from deleting records",
    "prevent accidental deletion of accounts",
    "never drop, truncate or wipe it",
    "do not drop the table or delete the rows",
    "no customers are charged",
    "cannot overwrite a locked file",
    "no data is lost",
    "stop overwriting the config on upgrade",
    "block force pushes",
    "Fix crash when deleting a user",
    "Fix error when the token is revoked",
)

# They look denied and are not: the net must fire.
NOT_REALLY_DENIED: Final[tuple[str, ...]] = (
    "Run it in the DROP TABLE syntax of this server: DROP TABLE users",
    "Execute the DROP TABLE directive on production",
    "Ensure deleting a team also deletes its invoices",
    "Make sure to delete all invoices of the team",
    "do not drop the table until the backup is done",
    "never force-push without approval",
    "don't delete the rows before Friday",
    "do not forget to drop the table",
    "don't hesitate to force-push",
    "why not drop the table?",
    "decide whether or not to drop the table",
    "not sure whether to archive or delete the rows",
    "we cannot upgrade without dropping the table",
    "No, delete the rows",
    "Never mind. Drop the table.",
    "not just delete the rows, but wipe the disk",
    "not all rows are deleted",
    "don't delete the rows now, or delete the rows later",
    "never drop it, drop the table",
    "Do not wait; rm -rf build",
    "If it fails, drop the table",
    "no tests\n\nrm -rf build",
)

# SPEC's own negatives first.
SILENT: Final[tuple[str, ...]] = (
    "truncate a label",
    "delete trailing whitespace",
    "rotate log files",
    "reset a flaky runner",
    "Truncate long labels",
    "truncate the string to 80 characters",
    "truncate text in table cells",
    "truncate the title in the orders table",
    "delete trailing whitespace from files",
    "delete unused imports",
    "delete dead code in the users module",
    "rotate the log files daily",
    "rotate the image by 90 degrees",
    "reset the flaky runner on the build host",
    "reset the form when the token expires",
    "drop-down menu",
    "drop-down for the users table",
    "Add a drop shadow to the table header",
    "drag and drop table rows",
    "Publisher page",
    "publisher confirms in RabbitMQ",
    "chargeback report",
    "who is in charge of releases",
    "battery charge indicator",
    "swipe to refresh",
    "delete button",
    "Delete account button",
    "reset password page",
    "password reset email",
    "reset key bindings",
    "format disk usage as GB",
    "docker run --rm -it image",
    "git rm --cached .env",
    "git rm -r --cached node_modules",
    "git checkout -b feature",
    "git checkout main",
    "git restore --staged .",
    "git reset HEAD file.txt",
    "git push origin main",
    "git push --follow-tags",
    "git clean -n",
    "git branch --list",
    "firmware reset vector",
    "graceful shutdown of the server",
    "Merge main into the feature branch",
    "Merge branch 'main' into feature/login",
    "publish order events to Kafka",
    "add the published date to articles",
    "kubectl get pods",
    "terraform plan",
    "migrate from webpack to vite",
    "charger station map",
    "purgecss configuration",
    "arm-rf driver",
    "npm rm -D left-pad",
)

_WEB = """
Add dark mode toggle to the settings page
Fix layout shift on the landing page hero image
Lazy-load images below the fold
Replace moment.js with date-fns
Remove unused CSS from the checkout bundle
Add skeleton loaders to the dashboard
Fix dropdown closing when scrolling on Safari
Support keyboard navigation in the drop-down menu
Truncate long file names in the upload list
Debounce the search input
Add server-side rendering for product pages
Show an empty state when the cart has no items
Fix hydration mismatch in the header
Upgrade React from 17 to 18
Migrate from webpack to Vite
Convert class components to hooks
Add a delete button to the comment menu
Show a confirmation dialog before leaving the form
Fix the reset password form on mobile
Improve Lighthouse score of the blog
Add Open Graph tags to articles
Add breadcrumbs to the category pages
Make the sidebar collapsible
Fix broken pagination on the search results page
Add infinite scroll to the activity feed
Localise the sign-up form to German
Fix the right-to-left layout of the navbar
Use CSS grid for the gallery
Move inline styles into the theme
Handle 404 responses in the API client
Add retry with backoff to fetch calls
Cache product thumbnails in the service worker
Add focus ring to buttons
Fix colour contrast of disabled buttons
Announce form errors to screen readers
Add cookie banner with opt-in
Restore scroll position after going back
Fix double submit on the contact form
Add autocomplete to the address field
Let users reorder the list by drag and drop
Show the published date on articles
Fix the publish button staying disabled after save
Add a print stylesheet for invoices
Rename Button variant "primary" to "accent"
Merge duplicate icon components
Add Storybook stories for the table component
Split the vendor bundle
Preload the web fonts
Remove the beta badge from the reports tab
Add a clear button to the search box
Fix tooltip overflow in narrow columns
Validate VAT numbers on checkout
Show the remaining character count below the textarea
Add CSV export to the orders page
Fix currency formatting for Japanese yen
Add a "copy link" action to shared documents
Persist table column widths in local storage
Fix memory leak in the chart component
Replace Enzyme tests with Testing Library
Add a loading spinner to the submit button
Fix image rotation on upload from iPhones
Rotate the hero banner every ten seconds
Reset filters when the category changes
Add an avatar cropper to the profile page
Fix toast overlapping the footer
"""
_BACKEND = """
Add rate limiting to the login endpoint
Return 409 on duplicate usernames
Fix N+1 query on the orders endpoint
Add pagination to the audit log API
Move e-mail sending to a background job
Add health check endpoint
Log request ids in every service
Fix time zone handling in reports
Add OpenAPI description for the billing API
Validate webhook signatures
Add idempotency keys to the payments API
Retry failed webhooks with exponential backoff
Cache exchange rates for an hour
Add index on orders.created_at
Use connection pooling for Postgres
Fix deadlock in the inventory service
Add structured logging
Stream large exports instead of buffering them
Add feature flag for the new search
Remove the old feature flag for the beta search
Write unit tests for the invoice calculator
Refactor the notification service into smaller modules
Extract the tax rules into a library
Support gzip responses
Handle UTF-8 file names in attachments
Add gRPC reflection to the dev server
Return problem details for validation errors
Fix rounding of discounts
Add a soft-delete flag to projects
Send a welcome email after sign-up
Fix duplicated welcome emails
Add unsubscribe link to the email footer
Parse dates in ISO 8601 format
Fix token refresh race in the SDK
Add JWT expiry check to the middleware
Hash session ids in logs
Support PATCH on the user resource
Add ETag headers to static resources
Increase the upload limit to 50 MB
Fix off-by-one error in the quota check
Add a metrics endpoint for Prometheus
Batch inserts in the importer
Add a circuit breaker around the geocoder
Make the timeout of the HTTP client configurable
Fix wrong status code when a user is not found
Add GraphQL subscription for order status
Reduce the payload of the list endpoint
Fix flaky test in the scheduler
Reset the flaky integration runner
Replace print statements with logging
Add type hints to the repository layer
Move constants into the settings module
Document the retry policy of the queue consumer
Add integration test for refunds
Add chargeback report to the finance dashboard
Add publisher confirms to the RabbitMQ client
Publish order events to Kafka
Consume inventory messages from the queue
Use UTC in the cron schedule
Fix slow startup of the worker
Support bearer tokens in the CLI
Show key expiry dates in the admin panel
Make the admin search case-insensitive
Add role-based access checks to the reports API
Generate an API client for TypeScript
"""
_DATA = """
Add dbt tests for the revenue model
Fix null handling in the churn feature
Backfill the missing March partitions
Add a data dictionary for the warehouse
Speed up the daily aggregation job
Partition the events table by day
Convert CSV dumps to Parquet
Add a dashboard for weekly active users
Fix the join between sessions and orders
Deduplicate rows in the leads import
Add freshness checks to the pipeline
Move the nightly job from cron to Airflow
Document the lineage of the margin report
Add a retry to the Salesforce sync
Fix wrong currency in the sales report
Add unit tests for the SQL macros
Mask e-mail addresses in the staging copy
Add a column description to each table
Sample one percent of events for the demo
Plot the retention curve by cohort
Fix time series gaps in the energy data
Load the census file into the sandbox
Add anomaly detection to the ingestion metrics
Compare row counts between source and target
Read the schema from the Avro registry
Validate incoming JSON against the schema
Add a late-arrival window to the stream
Tune Spark shuffle partitions
Fix skewed join in the attribution job
Add a glossary of metrics
Write a notebook on seasonality
Archive old reports to cold storage
Add a filter by region to the dashboard
Fix decimal separators in the German export
Add outlier detection for sensor readings
Rename the metric "actives" to "weekly actives"
Truncate timestamps to the hour in the chart
Drop rows with missing labels before training
Impute missing ages by median
Add a geo index to the store finder
Unify country codes across sources
Materialise the top-sellers view hourly
Add a cost estimate to the query log
Parse user agents into device families
Sort the export by customer number
Add a total row to the pivot
Move the BI extracts to incremental loads
Fix the duplicated header in the CSV export
Check referential integrity after the load
Alert when the feed is more than an hour late
"""
_INFRA = """
Add autoscaling to the API deployment
Move Terraform state to remote backend
Upgrade Kubernetes to 1.29 in staging
Add liveness probes to the worker pods
Reduce Docker image size
Use multi-stage builds for the frontend image
Add caching to the CI pipeline
Split the CI job into lint and test
Run tests in parallel on CI
Pin base images by digest
Add Grafana dashboard for queue depth
Alert on high disk usage
Rotate log files weekly
Ship container logs to Loki
Add a staging environment for the billing service
Set resource limits on all pods
Enable HTTP/2 on the load balancer
Renew the wildcard certificate automatically
Add runbook for database failover
Document the rollback procedure
Write a disaster recovery guide
Test the restore of last night's backup
Add nightly backups of the wiki
Enable MFA for all engineers
Move secrets from env files to the vault
Tag cloud resources by cost centre
Fix the flaky deploy step
Cache npm packages between builds
Add a canary stage to the release pipeline
Release the version lock when the job ends
Update the nginx config for websockets
Replace Jenkins with GitHub Actions
Use spot instances for CI
Add Renovate configuration
Bump actions/checkout to v4
Fix permission error in the build container
Set up a VPN for the new office
Add uptime checks for the status page
Monitor certificate expiry
Add dead-letter queue metrics
Collect core dumps on crash
Reduce the alert noise of the cache cluster
Right-size the staging database
Add health checks to docker-compose
Install Python 3.12 on the build agents
Mirror the package registry
Graceful shutdown for the worker process
Handle SIGTERM in the ingest service
Fix DNS timeout in the cluster
Add a read replica for reporting
Enable query logging on the replica
Move cron jobs to Kubernetes
Measure cold start of the lambda
Add IPv6 support to the ingress
Set up log retention of 30 days
Validate manifests in CI
Sign container images with cosign
Add a smoke test after deploy
Purge the CDN cache after a deploy
"""
_DOCS = """
Write a getting started guide
Fix typos in the README
Add an FAQ to the docs
Document the environment variables
Add diagrams of the architecture
Translate the handbook into French
Update screenshots in the tutorial
Write release notes for 2.4
Add a contributing guide
Explain the error codes
Add code samples for the Go client
Fix broken links in the docs
Describe the branching model
Add a changelog
Rewrite the installation page
Add a glossary
Record a demo video
Add docstrings to the public functions
Document how to run the tests locally
Explain how pagination works
Add a troubleshooting section
Move the wiki pages into the repository
Write an upgrade guide from 1.x to 2.x
Document breaking changes in the changelog
Add search to the docs site
Fix the table of contents on mobile
Clarify the license header in source files
Add a style guide for commit messages
Document the on-call rotation
Add a security policy file
List supported browsers
Write a post-mortem template
Add an architecture decision record on caching
Improve the wording of the consent form
Delete trailing whitespace in the docs
Add examples for the configuration file
Explain the data model in the handbook
Add a page on accessibility
Add a diagram of the order states
Proofread the onboarding emails
"""
_MOBILE = """
Fix crash on launch on Android 8
Add pull to refresh to the inbox
Support Face ID login
Add haptic feedback to the keypad
Fix keyboard covering the input field
Show offline banner
Cache the feed for offline reading
Swipe to archive in the message list
Fix push notification badge count
Ask for notification permission later
Add deep links to product pages
Support dynamic type
Add widget for the home screen
Reduce app size by removing unused assets
Fix battery drain from location updates
Add landscape layout for tablets
Fix rotation of the camera preview
Migrate to Jetpack Compose
Replace RxJava with coroutines
Update to the latest Flutter version
Add a biometric prompt before transfers
Fix the date picker on iOS 17
Show upload progress for photos
Compress photos before upload
Add dark icons for the light theme
Fix truncated labels in German
Support split view on iPad
Add an in-app review prompt
Fix the back gesture in the web view
Log analytics events for onboarding
Add an empty inbox illustration
Handle expired sessions gracefully
Fix duplicate rows in the contact list
Record voice messages
Prefetch the next page of stories
Pair the watch with the phone over Bluetooth
Show battery charge level of the headset
Fix stutter when scrolling long lists
Add localisation for Arabic
Fix video playback in the background
"""
_ML = """
Train a baseline classifier
Add early stopping
Tune the learning rate
Log metrics to the experiment tracker
Add data augmentation
Fix label leakage in the validation split
Evaluate the model on the hold-out set
Quantise the model for edge devices
Export the model to ONNX
Add a confusion matrix to the report
Balance the classes in the training set
Add a tokenizer for Japanese
Reset the random seed before each run
Truncate the prompt to the context window
Add few-shot examples to the prompt
Measure inference latency
Cache embeddings on disk
Add a reranker to the search
Compare BM25 with dense retrieval
Add gradient clipping
Use mixed precision training
Drop the last incomplete batch
Add dropout to the encoder
Write an annotation guide
Collect human ratings for summaries
Add a calibration plot
Fix NaN loss after epoch 3
Resume training from a checkpoint
Version datasets with DVC
Serve the model behind a REST endpoint
Add drift monitoring to the scoring service
Shard the training data
Profile the data loader
Add unit tests for the feature store client
Prune unused layers of the network
Add a leaderboard for experiments
Rotate training images at random
Charge inference cost to the right team
Stop training when the loss plateaus
Visualise attention maps
Write a model card
"""
_GAMES = """
Add double jump
Balance the loot drop rates
Fix collision with moving platforms
Add a boss fight to level 3
Charge attack for the knight
Add particle effects when bricks break
Destroy animation for asteroids
Show damage numbers above enemies
Save the game automatically at checkpoints
Fix camera shake on low frame rates
Add gamepad support
Localise item descriptions
Add a tutorial level
Improve enemy pathfinding
Fix physics jitter at 144 Hz
Add a leaderboard
Add sound when a coin is picked up
Tune the jump height
Add a day and night cycle
Show a minimap
Fix clipping through walls
Add inventory sorting
Reset the camera when the player respawns
Add a photo mode
Let players rebind keys
Add weather effects
Fix respawn point after falling into lava
Add achievements
Write dialogue for the merchant
Compress textures for mobile
Bake lighting for the castle level
Fix multiplayer desync on reconnect
Spawn enemies in waves
Add an options menu
Rotate the puzzle pieces with the shoulder buttons
"""
_TOOLS = """
Add --json output to the list command
Fix exit code when the config is missing
Show progress while indexing
Support glob patterns in the ignore file
Add shell completion
Colour the diff output
Read defaults from pyproject.toml
Fix parsing of quoted arguments
Add a --dry-run flag
Print a helpful error for unknown commands
Make the linter faster
Add a rule for unused variables
Fix false positive in the import checker
Support Windows paths
Add a plugin example
Write man pages
Use pathlib instead of os.path
Replace argparse with click
Add a progress bar to the importer
Fix race in the file watcher
Format numbers by locale
Support YAML anchors
Add a benchmark suite
Detect circular imports
Improve the error message for missing files
Sort imports
Delete unused imports
Remove dead code from the parser
Inline the helper used once
Rename variables for clarity
Split the large test file
Add property tests for the parser
Raise the test coverage of the core
Turn warnings into errors in tests
Add pre-commit configuration
Fix type errors under strict mode
Update dependencies
Bump ruff to 0.6
Merge the two config loaders
Revert "Use the new parser by default"
Merge branch 'main' into feature/search
Merge pull request #214 from team/fix-typos
Add a cache for parsed files
Speed up the start of the CLI
Fix Unicode handling on Windows consoles
Add an option to limit the recursion depth
Write golden tests for the renderer
Drop the trailing newline from the output
Support reading from stdin
Clean up temporary variables in the build script
"""
_BUSINESS = """
Draft the agenda for the quarterly review
Collect feedback from the pilot customers
Interview five users about onboarding
Prepare the demo for the trade fair
Compare three ticketing tools
Estimate the effort for the mobile app
Plan the offsite in May
Order new laptops for the team
Update the price list on the website
Write a job ad for a designer
Set up a shared calendar
Translate the contract template
Review the budget for next year
Create a survey on remote work
Summarise the support tickets of last week
Design a logo for the podcast
Book a room for the workshop
Measure the response time of support
Sketch wireframes for the booking flow
Prepare training material for new hires
Add a column for owners to the roadmap sheet
Define acceptance criteria for the search story
Map the customer journey
Add the new office to the contact page
Check the accessibility of the intranet
Schedule a call with the vendor
Evaluate the A/B test of the signup page
Write user stories for the returns process
Put the meeting notes into the wiki
Group the backlog by theme
Count open invoices per region
Explain the new expense rules to the team
Create slides on the release process
Test the ticket printer in the lobby
Prepare a list of frequently asked questions
"""
_EMBEDDED_AND_SCIENCE = """
Read temperature from the I2C sensor
Add watchdog to the firmware
Fix UART baud rate on boot
Reduce power use in sleep mode
Calibrate the pressure sensor
Blink the LED on error
Add CRC check to the radio packets
Port the driver to the new board
Log GPS positions every minute
Fix drift of the real-time clock
Simulate the control loop in Python
Add unit conversion for wind speed
Plot the spectrum of the signal
Parse FASTA files
Vectorise the distance computation
Add a solver for sparse systems
Compare the simulation with measurements
Add error bars to figure 3
Interpolate missing measurements
Write the methods section of the paper
Validate the mesh before solving
Add a progress log to the optimiser
Speed up the Monte Carlo run
Use double precision in the integrator
Add a regression test for the energy balance
Fix stack overflow in the interrupt handler
Debounce the push button in firmware
Add bootloader version to the status frame
Rotate the coordinate frame by the yaw angle
Reset the watchdog timer in the main loop
Truncate the FFT to the lower bins
Add a dead band to the thermostat
Support the new revision of the motor controller
Check the charge state of the capacitor
Measure jitter of the control loop
"""


def _titles(*blocks: str) -> tuple[str, ...]:
    return tuple(line for block in blocks for line in block.strip().splitlines())


ORDINARY: Final = _titles(
    _WEB,
    _BACKEND,
    _DATA,
    _INFRA,
    _DOCS,
    _MOBILE,
    _ML,
    _GAMES,
    _TOOLS,
    _BUSINESS,
    _EMBEDDED_AND_SCIENCE,
)

# Written after the rows, all at once and without looking at what fires; causes of misses were then
# mended in the rows, not the lines here.
SECOND_LOOK_ONE_WAY: Final = _titles(
    r"""
Blow away the old replica and resync
sudo rm --force -R -- /opt/legacy
git push --set-upstream --force origin topic
git reset -q --hard origin/main
git clean -xfd && npm ci
git checkout HEAD~2 -- package.json
Delete every order that is older than seven years from the archive
Drop the deprecated `nickname` and `fax` columns from customers
We will erase all personal data of users who left
Get rid of the old customers table
kubectl --namespace=prod delete statefulset db
terraform apply -destroy
Rotate the JWT signing secret and log everybody out
Revoke contractor credentials tonight
Force a password reset for all accounts
Charge existing subscribers the difference immediately
Send the announcement to every customer on the list
Turn MFA off for the on-call account
Give the intern full admin rights on AWS
Squash and merge this PR into master
Publish @acme/ui 3.0.0 to the npm registry
Rename the v1 endpoints; this breaks existing integrations
Restructure the data model around accounts
Apply the schema migration during the night
Overwrite the customer's custom theme with defaults
Purge all soft-deleted invoices
Roll production back to last week's build
echo y | mkfs.xfs -f /dev/vdb
DELETE u FROM users u JOIN bans b ON b.user_id = u.id
find logs -mtime +7 -type f -exec rm -f {} +
Shut the eu-west cluster down for good
wipe out the test tenants
Flush all keys from Redis
Remove all files in /srv/uploads
Terminate unused EC2 instances
rm -r --force ./out
rm --recursive -f ./out
rm -f --recursive ./out
rm -Rf -- "$DIR"
git push origin HEAD --force
git push -v -f origin
git push --force-if-includes --force-with-lease
use git push with the --force flag
git reset --hard origin/develop
git clean -ffdx
git clean -f -d -x
git checkout -- README.md
git checkout main -- .
git restore -- .
git restore --worktree .
git branch -D old-feature
git branch -D a b c
DROP VIEW active_users
drop the two unused columns in accounts
Truncate every table in the staging schema
TRUNCATE orders, order_items
delete from audit_log where id < 1000
Delete the last three months of events from the events table
Delete duplicate customers
Delete expired sessions from the database
Destroy the preview environment after the demo
Wipe user preferences on upgrade
Purge messages older than 30 days
Existing values will be overwritten
Roll back the database to the last snapshot
Rolling the change back is needed
kubectl delete namespace staging
kubectl delete pvc --all
tofu destroy
Revoke API tokens of former staff
Reset every customer's password
rotate the database password
Rotate TLS certificates
rotate secrets in the vault
Charge the customer's card again
Charge $10 to each account
charge a cancellation fee
Send the e-mail to customers now
Send invoices to all customers
send push notifications to all users
Disable multi-factor authentication for support staff
disable two factor auth
Turn off 2FA
grant admin access to everyone
Grant administrator role
Merge to main without review
merge this into master after lunch
Merge the release branch to main
Publish the crate
publish the article now
publish v2 to npm
Run a schema migration on the live database
Schema migrations run at deploy
Introduce a breaking change to the REST API
Breaking changes in the public API
Data model change: split users into people and accounts
change our data model
Archive vs. delete inactive user accounts
Hard delete after 30 days, no recovery possible
Reset main to an older commit and force the push
Drop legacy auth tables; 3 files
removes the sessions table, 2 files
Deletes the old bucket once copied
Rewrite git history to remove a leaked key
aws s3 rb s3://logs --force
docker volume prune
psql -c 'drop table users'
mongo --eval 'db.users.drop()'
mysqladmin drop shop
zfs destroy tank/data
User.delete_all
Model.objects.filter(active=False).delete()
ALTER TABLE t DROP c
Nuke the whole thing and reinstall
sudo -u deploy rm -rf --preserve-root /srv/www
rm -rf "${BUILD_DIR:?}"/*
xargs -a list.txt rm -rf
Get-ChildItem | Remove-Item -Force -Recurse
git -c push.default=current push --force
git push upstream +release/2.0:main
Overwrite main with my branch
Hard-reset develop to yesterday
git clean -dfx .
Drop the old `sessions` table once nobody reads it
Should we drop or keep the audit_log table?
Delete or archive tenants that never paid?
DELETE /* all */ FROM payments WHERE 1=1
truncate table staging.events;
Purge everything in the trash older than a week
Irreversibly anonymise users
Wiping all volumes before handing the laptop back
The nightly job destroys unattached disks
kubectl delete deploy,svc -l app=shop
az vm delete -g rg -n web
terraform -chdir=infra destroy
Rotate signing keys every quarter
Reset the root password on every host
Revoke all OAuth grants
Charge late fees to all overdue accounts
Send a recall notice to all customers by e-mail
Email our whole customer base
Switch off two-step verification for partners
Grant the bot owner permissions
Give support staff admin privileges in production
Merge hotfix into master and tag it
Publish our internal API docs on the web
Publish a new major version
Run the data migration for invoices tonight
Alter the payments table to add a currency
This would be a breaking change for mobile clients
Change how orders relate to customers in the data model
Roll everything back if the error rate rises
Remove the user_preferences table
Format /dev/sdb as ext4 with mkfs
Terminate the EC2 instances behind the old balancer
Permanently remove archived projects
Drop support for the v1 webhooks
Deploy the new build to production
Roll this out to all users tonight
Push the release live
Cut over to the new cluster
Ship it to prod
Promote staging to production
Switch DNS to the new host
Point the domain at the new load balancer
Change the nameservers
Update the A record for shop.example.com
Move the MX records to the new provider
Flip the DNS over
Delegate the zone to Cloudflare
Charge the saved cards
Capture the authorised payments
Refund every order of last week
Pay the invoice
Transfer the funds to the supplier
Run the payouts
Buy the annual plan
Upgrade to the paid tier
Subscribe to the enterprise plan
Send the newsletter to all subscribers
Email all customers about the outage
Notify every user by SMS
Mail the customers their invoices
Announce the price change to users
Remove rows for good
Purge the old accounts permanently
Erase the user's data irrevocably
Wipe the disk
Hard-delete the inactive users
Permanently delete the records
Get rid of the table forever
Destroy the backups
Drop the audit column
Empty the orders table
Delete everything older than 30 days
Throw away the old snapshots for good
Revoke all API keys
Rotate the signing key
Force-push the cleaned history
Rewrite the git history
Publish the package to npm
Make the repository public
Terminate the old servers
Tear down the staging environment
Decommission the legacy database
Cancel all subscriptions
Close the customer accounts
Grant admin to the contractor
Disable two-factor authentication
Merge the branch into main
Sign the contract
Overwrite the existing config on the server
Format the volume
Run the migration against the live database
Unpublish the package
Delete the S3 bucket
Shut down the old cluster for good
Release the funds from escrow
Submit the app to the App Store
Reset everyone's password
Deactivate the domain
Place the order with the supplier
Bill the customers for March
Send the dunning letters
Remove the entries irretrievably
Expunge the history
Truncate the log table
Start the rollout to 100 %
Go live on Monday
Charge customers' credit cards now
Issue the refunds
Debit the accounts
Cut the release
"""
)
SECOND_LOOK_ORDINARY: Final = _titles(
    """
Add a "delete" icon to the toolbar
Show who deleted a comment in the activity feed
Truncate commit messages in the sidebar
Allow admins to search by email
Make the admin table sortable
Improve the merge algorithm for calendar events
Rotate the map with two fingers
Reset scroll position when switching tabs
Reset the counter when the user logs out
Fix drop-down z-index in the modal
Drop shadow for cards in dark mode
Add a publisher field to the book form
Charge level widget for e-bikes
Write a guide on key bindings
Format dates with the user's locale
Sort the table by the last column
Upgrade the migration tool to v5
Send analytics events in batches
Email field should accept plus signs
Notify the user when the export is done
Force dark mode on the embedded player
Push the header below the banner
Clean up CSS variables
Restore the window size on startup
Branch coverage for the parser
Checkout page loads slowly
Add table of contents to long articles
Show a warning when the disk is almost full
Add a grant application form
Key metrics on the home page
Remove padding from the table header
Cache invalidation for product images
Handle revoked OAuth consent in the UI
Add unit tests for the delete endpoint
Speed up the database migration tests
Fix password field autofill on Safari
Document the release process
Add a charge breakdown to the invoice PDF
Sync the master branch name in docs
Reduce token usage of the summariser
Add delete confirmation modal
Add published_at column to posts API docs
Deduplicate events in the client
Merge duplicates in the contact picker
Merge sort implementation
Fix merge conflict marker highlighting
Rotate avatar thumbnails
Rotate proxies in the scraper
Reset button on the filter panel
Reset zoom level on double click
Reset the animation when the video ends
Fix password strength meter
Forgot password page redesign
Add password visibility toggle
Drop zone for file uploads
Fix drag and drop of columns in the grid
Drop jQuery
Drop unnecessary await
Truncate decimals to two places
Truncate URL in the preview card
Format currency in the summary table
Format the code with black
Formatting of table cells
Delete key should clear the selection
Delete unused variables
Delete empty lines in the generated file
Remove console.log statements
Remove unused props from the Table component
Remove hard-coded colors
Remove the border around the search box
Remove duplicate words from the tag cloud
Send form data as JSON
Send the correct content type header
Send a test message from the settings page
Email templates for receipts
Notify the author when a review is requested
Charge icon in the status bar
Charging station search by postcode
Publish-subscribe refactoring in the event layer
Publishing calendar view for editors
Admin dashboard charts
Grant-funded projects page
Migrate tests from Mocha to Jest
Migrate to TypeScript
Database connection pool metrics
Schema validation for the config file
Model comparison page
Data model diagram in the docs
Change the data format of the chart tooltips
Main menu on small screens
Master-detail layout for orders
Shutdown hook for the metrics exporter
Terminate string with newline
Server status page
Cluster map markers at low zoom
Key-value store benchmark
Token counter in the composer
Secret santa feature
Restore purchases button on iOS
Checkout flow: apply coupon
Branch selector in the editor
Clean architecture refactoring of the profile screen
Force layout of the graph view
Push notification settings
Pull to refresh on orders
Stash unsaved drafts locally
Tag input component
History tab for tickets
Bulk edit for products
Undo for accidental archive
Show deleted messages as placeholders
Hide revoked keys from the list
Sort published articles by date
Explain charges on the invoice
Improve error message when upload fails
Index documentation for search
Overview of customers by region
Customer list export to Excel
Account settings redesign
User roles matrix in docs
Show a badge for deleted accounts
Add undo after deleting a task
Keep deleted notes in the trash for 30 days
Add "Are you sure?" dialog to delete project
Improve drop animation in the kanban board
Air drop sharing on iOS
Price drop alerts
Drop cap in article intro
Truncate breadcrumb labels on narrow screens
Truncate branch names in the pull request list
Add key rotation docs
Rotate device to landscape for video
Reset sort order to default
Reset pagination on filter change
Reset password link expires too early
Remember reset state between sessions
Charge card component in the design system
Surcharge rules for weekends
Publish date filter
Republish icon missing on drafts list
Add publisher to the RSS feed
Merge cells in the export
Merge two playlists
Main navigation for screen readers
Master volume slider
Admin guide for SSO
Migration guide for plugin authors
Migrate icons to the new sprite
Move validation into the schema package
Data model glossary
Break long words in chat bubbles
Add line breaks to the address
Breaking news banner
Add a step to the onboarding wizard
Force HTTPS redirect
Force unwrap cleanup in Swift code
Clean imports in tests
Clean up storybook stories
Wipe transition between slides
Format phone numbers
Add a format selector to the exporter
Disable submit while loading
Disable animations for reduced motion
Turn off autocorrect in the code field
Grant type selector in OAuth playground
Send typing indicator
Send feedback button
Email validation regex
Notify on build completion
Terminate the loop when the list is empty
Shut the drawer on outside click
Empty state for the trash view
Flush logs on exit
Discard pile animation in the card game
Stash items in the player's chest
Filter branches by author
Prune the decision tree
Open source licenses screen
License plate recognition demo
Restore default settings button
Undo support in the editor
Cut and paste in the grid
Release notes page
Commit message template
Land use map layer
Cancel button colour
Add a production build step
Fix the production config
Add a deploy button
Deployment docs
Show paid invoices
Add a paid flag to the invoice list
Rename the pay button
Add DNS lookup to the health check
Cache DNS results
Fix DNS resolver tests
Let customers change their email
Show the mail a customer sent
Add a page for payments
List payouts in the admin page
Add recovery codes
Write a test for the delete endpoint
Live reload for the dev server
Support live search
Point the link at the new docs page
Fix domain model events
Move traffic stats to their own page
Sign commits with GPG
Cancel the request when the component unmounts
Buy button on the product page
Improve error messages for customers
Add a contact form
Post comments to the API
Open the menu on hover
Expose a metrics endpoint
Upload avatars
Submit the form on enter
deploy: add a target option
Fix a typo in the publish workflow
Show how much of the invoice is paid
Keep going back to the last page
Restore the scroll position
Throw an error when the table is empty
Anonymise addresses in log lines
Deploy previews for pull requests
Test the DNS provider page
Explain how to deploy to production
Do not deploy to production
Never mail the customers
Without paying the invoices
Turn off the spinner
Switch to the new release channel page
Add a deploy button to the settings page
Add DNS lookup caching to the client
Show the payment status in the order list
Write tests for the refund endpoint
Document how deployments work
Fix a typo in the release notes
Parse the MX record in the resolver
Add an email field to the customer form
Validate email addresses of customers
Remove trailing whitespace
Remove unused imports
Rename the deployment module
Sort rows by date
Cut long labels
Push items onto the stack
Drop shadow for cards
Charge indicator for batteries
Clear the search box when the modal closes
Reset the form after submit
Close the dialog for good measure
Let users cancel an upload
Render the DNS settings page
Refactor the payment gateway client
"""
)
