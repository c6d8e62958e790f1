package mcp

func serveBehind() {}
