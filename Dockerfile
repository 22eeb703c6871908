ARG NODE_VERSION=26.10.0

FROM node:${NODE_VERSION}-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build

# What runs in production: the server is TypeScript that Node runs as it is, so this only leaves things out.
FROM build AS sources
RUN find server shared -name '*.test.ts' -delete \
  && rm -rf server/bench server/demo server/deploy server/testing server/tasks/bootstrap.mjs server/tasks/test.ts server/tasks/checks

FROM node:${NODE_VERSION}-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:${NODE_VERSION}-slim
ARG RELEASE=unreleased
ENV NODE_ENV=production PORT=3000 DATA_DIR=/data RELEASE=${RELEASE}
WORKDIR /app
RUN mkdir /data && chown node:node /data
COPY --from=dependencies /app/node_modules ./node_modules
COPY --from=sources /app/package.json ./
COPY --from=sources /app/shared ./shared
COPY --from=sources /app/server ./server
# Source maps are in dist beside dist/client, the one folder that is served.
COPY --from=sources /app/dist ./dist
USER node
# The only place that is written to: the rest may be mounted read-only.
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=4s --start-period=20s --retries=2 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/main.ts"]
