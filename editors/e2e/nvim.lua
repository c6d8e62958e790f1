-- Neovim with the plugin of editors/neovim, set up as its README says.
-- usage: nvim.lua PLUGIN DOCUMENTS, in a Neovim that has loaded nothing.
local plugin, documents = arg[1], arg[2]

local passed = 0
local function check(name, ok, detail)
  if not ok then
    error('FAILED: ' .. name .. ': ' .. vim.inspect(detail), 2)
  end
  passed = passed + 1
  print('ok: ' .. name)
end
-- wait(fn): polls fn while Neovim's event loop runs; returns its first value
-- that is neither nil nor false, or nil after 10 s.
local function wait(fn)
  local value
  vim.wait(10000, function()
    value = fn()
    return value
  end, 20)
  return value
end
local function read(name)
  return vim.fn.readfile(documents .. '/' .. name)
end
local function buffer()
  return vim.api.nvim_buf_get_lines(0, 0, -1, false)
end
local function client()
  return vim.lsp.get_clients({ bufnr = 0, name = 'gcf' })[1]
end
local function open(name)
  vim.cmd.edit(documents .. '/' .. name)
  check(name .. ': attached', wait(client), vim.lsp.get_clients())
end

-- As in init.lua.
vim.opt.runtimepath:append(plugin)
vim.cmd('filetype plugin on')
vim.cmd('syntax on')
require('gcf').setup({ format_on_save = true })

open('broken.gcf')
check('filetype and its options', vim.bo.filetype == 'gcf' and vim.bo.commentstring == '# %s', vim.bo.filetype)
check('highlighting without a server', vim.fn.synIDattr(vim.fn.synID(2, 4, 1), 'name') == 'gcfSectionName',
  vim.fn.synIDattr(vim.fn.synID(2, 4, 1), 'name'))

wait(function() return #vim.diagnostic.get(0) > 0 end)
local d = vim.diagnostic.get(0)
check('the diagnostic, its code and its place', #d == 1 and d[1].code == 'row_width_mismatch'
  and d[1].severity == vim.diagnostic.severity.ERROR and d[1].lnum == 3, d)
local marked = vim.api.nvim_buf_get_text(0, d[1].lnum, d[1].col, d[1].end_lnum, d[1].end_col, {})[1]
check('it marks the extra cell', marked:find('extra', 1, true) and not marked:find('72000', 1, true), marked)

-- Hover as a user sees it: the text of the floating window.
vim.api.nvim_win_set_cursor(0, { 3, 14 }) -- Engineering
vim.lsp.buf.hover()
local text = wait(function()
  for _, win in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(win).relative ~= '' then
      local shown = table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(win), 0, -1, false), '\n')
      vim.api.nvim_win_close(win, true)
      return shown
    end
  end
end)
check('hover: column and type', text and text:find('department', 1, true) and text:find('string', 1, true), text)

check('semantic tokens', wait(function()
  local tokens = vim.lsp.semantic_tokens.get_at_pos(0, 1, 4)
  return tokens and #tokens > 0
end), vim.lsp.semantic_tokens.get_at_pos(0, 1, 4))
check('inlay hints are on', vim.lsp.inlay_hint.is_enabled({ bufnr = 0 }), 'off')

-- The columns: colours, alignment, place, moving, copying, pasting.
open('orders.gcf')
local ns = vim.api.nvim_get_namespaces()['gcf.columns']
local function marks(wanted)
  local found = vim.api.nvim_buf_get_extmarks(0, ns, 0, -1, { details = true })
  return vim.tbl_filter(function(m) return wanted(m[4], m) end, found)
end
check('columns have colours', wait(function() return #marks(function(m) return m.hl_group == 'GcfColumn2' end) > 0 end),
  vim.api.nvim_buf_get_lines(0, 0, 5, false))
vim.cmd('GcfAlign')
check('columns line up', wait(function() return #marks(function(m) return m.virt_text ~= nil end) > 0 end), marks(function() return true end))
local before = buffer()
vim.api.nvim_win_set_cursor(0, { 3, 0 })
vim.cmd('GcfNextColumn')
check('next column', wait(function() return vim.api.nvim_win_get_cursor(0)[2] == #before[3]:match('^[^|]*|') end),
  vim.api.nvim_win_get_cursor(0))
vim.api.nvim_exec_autocmds('CursorMoved', { buffer = 0 })
check('the place', wait(function() return (vim.b.gcf_place or ''):find(', 2 of ', 1, true) end), vim.b.gcf_place)
vim.cmd('GcfCopy row csv')
check('a row as CSV', wait(function() return vim.fn.getreg('"'):find(',', 1, true) end), vim.fn.getreg('"'))
local header = vim.fn.getreg('"'):match('^[^\n]*')
vim.fn.setreg('"', header .. '\n' .. (vim.fn.getreg('"'):match('\n([^\n]*)')) .. '\n')
vim.cmd('GcfPaste')
check('rows are pasted, the count with them', wait(function()
  return #buffer() == #before + 1 and buffer()[2] ~= before[2]
end), buffer())
vim.cmd('undo')
check('one step back', vim.deep_equal(buffer(), before), buffer())
vim.cmd('GcfSummary')
vim.bo.modified = false

open('graph.gcf')
vim.api.nvim_win_set_cursor(0, { 8, 4 }) -- the 0 of @1<@0
vim.lsp.buf.definition()
check('definition: from an edge to its node', wait(function()
  return vim.api.nvim_win_get_cursor(0)[1] == 3
end), vim.api.nvim_win_get_cursor(0))

open('messy.gcf')
vim.lsp.buf.format({ timeout_ms = 10000 })
check('format', vim.deep_equal(buffer(), read('messy.formatted.gcf')), buffer())

vim.cmd('undo')
check('undone', vim.deep_equal(buffer(), read('messy.gcf')), buffer())
vim.cmd('write')
check('format on save', vim.deep_equal(read('messy.gcf'), read('messy.formatted.gcf')), read('messy.gcf'))

vim.cmd('checkhealth gcf')
local health = table.concat(buffer(), '\n')
check('checkhealth', health:find('gcf%-lsp: ') and health:find('1 server%(s%) running')
  and not health:find('ERROR') and not health:find('WARNING'), health)
vim.cmd.bdelete()

-- A clean end: shutdown and exit were sent and the server is gone.
local running = wait(client)
if vim.lsp.enable then
  vim.lsp.enable('gcf', false)
  running:stop()
else
  vim.lsp.stop_client(running.id)
end
check('server stopped', wait(function() return vim.lsp.get_client_by_id(running.id) == nil end))
print(('ok: %d checks, Neovim %s'):format(passed, tostring(vim.version())))
