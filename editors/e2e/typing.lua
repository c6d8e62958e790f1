-- Types whole documents into Neovim, key by key, at a typist's pace, with
-- Neovim's own completion popping up (0.11 and later). The text at the end is the
-- text typed. Keys at which an error or a popup showed are counted, and how long
-- the editor took at most to take the next request.
-- usage: typing.lua PLUGIN SAMPLES DOCUMENTS NAME...
local plugin, samples, documents = arg[1], arg[2], arg[3]
local names = vim.list_slice(arg, 4)
-- Between two keys, in milliseconds: as in typing.mjs.
local pace = 100

-- The editor that is typed into is a process of its own: this one is the hands.
local editor = vim.fn.jobstart({ vim.v.progpath, '--embed', '--headless', '-u', 'NONE', '-i', 'NONE', '-n' }, { rpc = true })
local function lua(code, ...)
  return vim.fn.rpcrequest(editor, 'nvim_exec_lua', code, { ... })
end
local function wait(what, fn)
  assert(vim.wait(10000, fn, 20), 'FAILED: ' .. what)
end

lua([[
  vim.opt.runtimepath:append(...)
  vim.cmd('filetype plugin on')
  vim.cmd('syntax on')
  require('gcf').setup()
  vim.o.completeopt = 'menuone,noselect,popup' -- as :help lsp-autocompletion has it
  vim.api.nvim_create_autocmd('LspAttach', { callback = function(event)
    if vim.lsp.completion and vim.lsp.completion.enable then
      vim.lsp.completion.enable(true, event.data.client_id, event.buf, { autotrigger = true })
    end
  end })
]], plugin)

local function press(key, shown)
  vim.fn.rpcrequest(editor, 'nvim_input', key == '<' and '<lt>' or key)
  vim.wait(pace)
  local start = vim.uv.hrtime()
  local error, popup = unpack(lua([[
    return { #vim.diagnostic.get(0, { severity = vim.diagnostic.severity.ERROR }), vim.fn.pumvisible() }
  ]]))
  shown.slowest = math.max(shown.slowest, (vim.uv.hrtime() - start) / 1e6)
  shown.keys = shown.keys + 1
  shown.error = shown.error + (error > 0 and 1 or 0)
  shown.popup = shown.popup + popup
end

for _, name in ipairs(names) do
  local wanted = vim.fn.readfile(samples .. '/' .. name)
  vim.fn.writefile({}, documents .. '/' .. name)
  lua('vim.cmd.edit(...)', documents .. '/' .. name)
  if vim.endswith(name, '.gcf') then
    wait(name .. ': attached', function() return lua('return #vim.lsp.get_clients({ bufnr = 0, name = "gcf" })') > 0 end)
  end
  local shown = { keys = 0, error = 0, popup = 0, slowest = 0 }
  vim.fn.rpcrequest(editor, 'nvim_input', 'i')
  for number, line in ipairs(wanted) do
    if number > 1 then
      press('<CR>', shown)
    end
    -- A typist looks at the indentation of the new line, and mends it.
    local indent, text = line:match('^( *)(.*)$')
    if text ~= '' then
      local function have() return lua('return vim.fn.col(".") - 1') end
      -- One Backspace takes one level.
      while have() > #indent do
        local before = have()
        vim.fn.rpcrequest(editor, 'nvim_input', '<BS>')
        wait('Backspace', function() return have() < before end)
      end
      vim.fn.rpcrequest(editor, 'nvim_input', (' '):rep(#indent - have()))
      wait('indentation', function() return have() == #indent end)
    end
    for _, key in ipairs(vim.fn.split(text, '\\zs')) do
      press(key, shown)
    end
  end
  vim.fn.rpcrequest(editor, 'nvim_input', '<Esc>')
  wait('normal mode', function() return lua('return vim.fn.mode()') == 'n' end)
  local typed = lua('return vim.api.nvim_buf_get_lines(0, 0, -1, false)')
  assert(vim.deep_equal(typed, wanted), ('FAILED: %s is not the text typed: %s'):format(name, vim.inspect(typed)))
  print(('ok: %s is the text typed: %d keys, an error at %d, suggestions at %d, at most %.0f ms'):format(
    name, shown.keys, shown.error, shown.popup, shown.slowest))
  lua('vim.cmd("bdelete!")')
end
vim.fn.jobstop(editor)
print(('ok: %d documents typed, Neovim %s'):format(#names, tostring(vim.version())))
