-- :checkhealth gcf
local M = {}

local health = vim.health
-- Their names before 0.10.
local start = health.start or health.report_start
local ok = health.ok or health.report_ok
local warn = health.warn or health.report_warn
local err = health.error or health.report_error

function M.check()
  start('gcf')

  if vim.fn.has('nvim-0.8') == 1 then
    ok('Neovim ' .. tostring(vim.version()))
  else
    err('Neovim 0.8 or later is needed')
  end

  local cmd = require('gcf').options.cmd or require('gcf.config').client().cmd
  local path = vim.fn.exepath(cmd[1])
  if path == '' then
    err(cmd[1] .. ' is not on PATH', {
      'Install it: go install ./cmd/gcf-lsp in a checkout',
      "Or name it: require('gcf').setup({ cmd = { '/path/to/gcf-lsp', 'serve' } })",
    })
  else
    local version = vim.trim(vim.fn.system({ path, 'version' }))
    if vim.v.shell_error == 0 then
      ok(path .. ': ' .. version)
    else
      err(path .. ' does not run: ' .. version)
    end
  end

  if vim.filetype.match({ filename = 'a.gcf' }) == 'gcf' then
    ok('*.gcf has the filetype gcf')
  else
    err('*.gcf is not known as a filetype', { 'Is editors/neovim in runtimepath before :filetype on?' })
  end

  local get = vim.lsp.get_clients or vim.lsp.get_active_clients
  local running = get({ name = 'gcf' })
  if #running > 0 then
    ok(#running .. ' server(s) running')
  else
    warn('no server is running', { "Open a .gcf file; require('gcf').setup() starts it" })
  end
end

return M
