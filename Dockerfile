# The service on PostgreSQL. For SQLite or a sandbox: --build-arg WITH="sqlite3 testkit".
FROM node:22-bookworm AS build
WORKDIR /src
# All that `npm ci` reads, and no more: where only source has changed, it does not run again.
COPY package.json package-lock.json ./
COPY packages/adapter-iso20022/package.json packages/adapter-iso20022/
COPY packages/adapter-knex/package.json packages/adapter-knex/
COPY packages/adapter-koa/package.json packages/adapter-koa/
COPY packages/adapter-memory/package.json packages/adapter-memory/
COPY packages/adapter-node/package.json packages/adapter-node/
COPY packages/adapter-undici/package.json packages/adapter-undici/
COPY packages/core/package.json packages/core/
COPY packages/service/package.json packages/service/
COPY packages/testkit/package.json packages/testkit/
COPY examples/embedded-bank/package.json examples/embedded-bank/
COPY examples/partner-tests/package.json examples/partner-tests/
COPY examples/payout-service/package.json examples/payout-service/
RUN npm ci
COPY . .
ARG WITH=""
RUN npm run build && node deploy/assemble.mjs /app --with "$WITH"

FROM node:22-bookworm-slim
ENV NODE_ENV=production NODE_OPTIONS=--max-semi-space-size=32 HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
RUN install -d -o node -g node -m 0700 /data
COPY --from=build /app /app
# Operators' commands: `docker exec CONTAINER hundi payouts`.
ENV PATH=/app/node_modules/.bin:$PATH
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.ADMIN_PORT ?? process.env.PORT}/readyz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["hundi"]
CMD ["serve"]
