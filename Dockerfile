# The service: docker build -t inkling . && docker run -p 127.0.0.1:4655:4655 -v inkling:/data inkling
FROM node:24-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund --ignore-scripts
COPY . .
# The command line for npm holds all that runs; npm adds the driver of PostgreSQL.
RUN npm run package && npm install --prefix /opt/inkling --no-audit --no-fund --ignore-scripts ./inkling-*.tgz

FROM node:24-bookworm-slim
COPY --from=build /opt/inkling /opt/inkling
RUN ln -s /opt/inkling/node_modules/.bin/inkling /usr/local/bin/inkling && install -d -o node -g node /data
# node, by number: Kubernetes can then see that it is not root.
USER 1000
VOLUME /data
EXPOSE 4655
ENV NODE_ENV=production \
    INKLING_DATABASE=/data/inkling.sqlite \
    INKLING_HOST=0.0.0.0 \
    INKLING_PORT=4655 \
    INKLING_PUBLIC_URL=http://127.0.0.1:4655
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.INKLING_PORT + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["inkling"]
CMD ["serve"]
