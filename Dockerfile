# gcf-lsp on Alpine, so that CI jobs have a shell. Run it over a folder with
#   docker build -t gcf-lsp . && docker run --rm -v "$PWD:/work" gcf-lsp check .
FROM golang:1.26-alpine AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
ARG VERSION=devel
RUN CGO_ENABLED=0 go build -trimpath -ldflags "-s -w -X main.version=$VERSION" -o /gcf-lsp ./cmd/gcf-lsp

FROM alpine:3
COPY --from=build /gcf-lsp /usr/local/bin/gcf-lsp
RUN adduser -D gcf
USER gcf
WORKDIR /work
ENTRYPOINT ["gcf-lsp"]
CMD ["--help"]
