ARG NODE_VERSION=26.10.0
# A tag can move: docs/reference/image.md says how to pin its digest.
ARG NODE_IMAGE=node:${NODE_VERSION}-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build

# Commands run the server's TypeScript as it is. This stage only removes what production does not need.
FROM build AS sources
RUN find server shared -name '*.test.ts' -delete -o -name '*test-process.ts' -delete \
  && rm -rf server/bench server/demo server/deploy server/testing server/tools server/tasks/checks server/tasks/generators server/store/contract \
    server/vite.config.ts \
  && cd server/tasks && rm bootstrap.mjs build-client.ts explore.ts failures.ts seed.ts test.ts

FROM ${NODE_IMAGE} AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Packages bring a third of their size for editors and debuggers.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
  && find node_modules -name '*.map' -delete -o -name '*.d.[cm]ts' -delete -o -name '*.d.ts' -delete

FROM ${NODE_IMAGE}
ARG RELEASE=unreleased
ENV NODE_ENV=production PORT=3000 DATA_DIR=/data RELEASE=${RELEASE}
# Half as many collections of the whole heap: docs/decisions/086-production-runs-a-bundle-in-workers.md
ENV NODE_OPTIONS="--max-semi-space-size=32"
WORKDIR /app
RUN mkdir /data /source-maps compile-cache && chown node:node /data /source-maps compile-cache
COPY --from=dependencies /app/node_modules ./node_modules
COPY --from=sources /app/package.json ./
COPY --from=sources /app/shared ./shared
COPY --from=sources /app/server ./server
# The server's bundle, and the client. Only dist/client is served: no source maps.
COPY --from=sources /app/dist ./dist
USER node
# What a start compiles: docs/decisions/086-production-runs-a-bundle-in-workers.md
ENV NODE_COMPILE_CACHE=/app/compile-cache
RUN node server/tasks/fill-compile-cache.ts
# The only folder that is written to, with SOURCE_MAPS_DIR where that is another. The rest can be mounted read-only.
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=4s --start-period=20s --retries=2 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then((response) => process.exit(response.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server/main.js"]
