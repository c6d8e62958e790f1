-- What Neovim has to know of the server, the same for every version.
local M = {}

--- What marks the root of a project, the most telling first.
M.root_markers = { '.gcf-lsp.toml', '.git' }

--- The client's configuration, for vim.lsp.config and for vim.lsp.start.
function M.client()
  return {
    cmd = { 'gcf-lsp', 'serve' },
    filetypes = { 'gcf' },
    root_markers = M.root_markers,
    settings = { gcf = vim.empty_dict() },
  }
end

--- The root of a file's project, or the file's folder.
function M.root_dir(file)
  local found = vim.fs.find(M.root_markers, { upward = true, path = vim.fs.dirname(file) })[1]
  return vim.fs.dirname(found or file)
end

return M
