-- gcf-lsp in Neovim. See :help gcf.
local config = require('gcf.config')

local M = {}

--- Options of setup(), with their defaults.
M.options = {
  -- The server's command. A list; the first entry is looked up on PATH.
  cmd = nil,
  -- The server's settings, such as { format = { streaming = 'buffer' } }.
  settings = {},
  format_on_save = false,
  inlay_hints = true,
  -- Columns of tables; false for none of it. See gcf/columns.lua.
  columns = {},
}

local function clients(bufnr)
  local get = vim.lsp.get_clients or vim.lsp.get_active_clients
  return get({ bufnr = bufnr, name = 'gcf' })
end

local function on_attach(event)
  local client = vim.lsp.get_client_by_id(event.data.client_id)
  if not client or client.name ~= 'gcf' then
    return
  end
  -- From 0.10 on; in 0.10 and later semantic tokens are on by themselves.
  if M.options.inlay_hints and vim.lsp.inlay_hint and client.server_capabilities.inlayHintProvider then
    vim.lsp.inlay_hint.enable(true, { bufnr = event.buf })
  end
  if M.options.columns then
    require('gcf.columns').attach(client, event.buf, M.options.columns)
  end
end

local function format(event)
  if M.options.format_on_save and #clients(event.buf) > 0 then
    vim.lsp.buf.format({ bufnr = event.buf, name = 'gcf', timeout_ms = 5000 })
  end
end

-- Says once that the server is missing.
local function warn_missing(name)
  if vim.fn.executable(name) == 1 then
    return false
  end
  vim.notify_once('gcf: ' .. name .. ' is not on PATH, see :checkhealth gcf', vim.log.levels.WARN)
  return true
end

-- Before 0.11 there is no vim.lsp.enable: each buffer starts the client, or
-- joins the one of its root.
local function start(event)
  local client = config.client()
  client.name = 'gcf'
  client.cmd = M.options.cmd or client.cmd
  client.settings = { gcf = vim.tbl_extend('force', client.settings.gcf, M.options.settings) }
  client.root_dir = config.root_dir(vim.api.nvim_buf_get_name(event.buf))
  client.root_markers, client.filetypes = nil, nil
  if not warn_missing(client.cmd[1]) then
    vim.lsp.start(client, { bufnr = event.buf })
  end
end

--- Starts the server for gcf buffers, those that are open already too.
function M.setup(options)
  M.options = vim.tbl_extend('force', M.options, options or {})
  local group = vim.api.nvim_create_augroup('gcf', {})
  vim.api.nvim_create_autocmd('LspAttach', { group = group, callback = on_attach })
  vim.api.nvim_create_autocmd('BufWritePre', { group = group, pattern = '*.gcf', callback = format })

  if vim.lsp.enable then
    local own = { settings = { gcf = M.options.settings } }
    own.cmd = M.options.cmd
    vim.lsp.config('gcf', own)
    vim.lsp.enable('gcf')
    -- Neovim only logs that there is no such program.
    local name = (own.cmd or config.client().cmd)[1]
    vim.api.nvim_create_autocmd('FileType', { group = group, pattern = 'gcf', callback = function() warn_missing(name) end })
    return
  end
  vim.api.nvim_create_autocmd('FileType', { group = group, pattern = 'gcf', callback = start })
  for _, buf in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(buf) and vim.bo[buf].filetype == 'gcf' then
      start({ buf = buf })
    end
  end
end

return M
