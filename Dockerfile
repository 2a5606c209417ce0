# One small server in a container: docker build -t rollcall . ; docs/small-server.md explains how to run it.
FROM node:24-bookworm-slim AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-fund --no-audit
COPY . .
RUN npm run bundle

FROM node:24-bookworm-slim
# Writes to /data alone: run it with --read-only.
COPY --from=build --chown=root:root /src/dist/small /opt/rollcall
RUN mkdir /data && chown node:node /data && chmod 700 /data
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3978 STORE=sqlite DATA_DIR=/data
WORKDIR /opt/rollcall
USER node
VOLUME /data
EXPOSE 3978
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3978/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server.js"]
