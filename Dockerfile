# The service on PostgreSQL. For SQLite or a sandbox: --build-arg WITH="sqlite3 testkit".
FROM node:22-bookworm AS build
WORKDIR /src
COPY . .
ARG WITH=""
RUN npm ci && npm run build && node deploy/assemble.mjs /app --with "$WITH"

FROM node:22-bookworm-slim
ENV NODE_ENV=production NODE_OPTIONS=--max-semi-space-size=128 HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
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
