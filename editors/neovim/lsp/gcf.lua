-- Read by vim.lsp.config in Neovim 0.11 and later: vim.lsp.enable('gcf').
return require('gcf.config').client()
