-- The columns of tables: colours, blanks that line them up, where the cursor is,
-- moving, copying and pasting. What a table is, is the server's business.
local M = {}

local defaults = { colors = 'wide', wide = 3, align = false, max_width = 40, header = true }
local colours = {
  dark = { '#d4d4d4', '#e5c07b', '#7fc8f8', '#98c379', '#e39ab8', '#7fd6c2' },
  light = { '#3b3b3b', '#8a5a00', '#0b5fa5', '#2f6f1e', '#a0296b', '#0b6b5b' },
}
local types = {
  number = { 'GcfNumber', { bold = true } },
  boolean = { 'GcfBoolean', { italic = true } },
  null = { 'GcfNull', { italic = true } },
  absent = { 'GcfAbsent', { italic = true, strikethrough = true } },
  nested = { 'GcfNested', { underline = true } },
}
-- Lines above and below the window that are drawn too.
local margin = 50
-- How long typing or scrolling must rest, in milliseconds.
local rest = 30

local namespace = vim.api.nvim_create_namespace('gcf.columns')
-- By buffer: client, options, align, timer.
local states = {}

local function highlights()
  for i, colour in ipairs(colours[vim.o.background] or colours.dark) do
    vim.api.nvim_set_hl(0, 'GcfColumn' .. i, { fg = colour, ctermfg = ({ 7, 3, 4, 2, 5, 6 })[i], default = true })
  end
  for _, type in pairs(types) do
    vim.api.nvim_set_hl(0, type[1], vim.tbl_extend('force', type[2], { default = true }))
  end
end

-- A position of LSP as a byte of a line.
local function byte(state, line, character)
  local encoding = state.client.offset_encoding or 'utf-16'
  if encoding == 'utf-8' or not line:find('[\128-\255]') then
    return math.min(character, #line)
  end
  if vim.fn.has('nvim-0.11') == 1 then
    return vim.str_byteindex(line, encoding, character, false)
  end
  local ok, index = pcall(vim.str_byteindex, line, character, encoding == 'utf-16')
  return ok and index or #line
end

-- request(…, quiet): a failure is told, unless nobody asked.
local function request(state, buf, method, params, done, quiet)
  params.textDocument = { uri = vim.uri_from_bufnr(buf) }
  local function answer(err, result)
    if err and quiet then
      return
    elseif err then
      vim.notify('gcf: ' .. (err.message or tostring(err)), vim.log.levels.ERROR)
    elseif result and result ~= vim.NIL then
      done(result)
    end
  end
  if vim.fn.has('nvim-0.11') == 1 then
    state.client:request(method, params, answer, buf)
  else
    state.client.request(method, params, answer, buf)
  end
end

local function position(state)
  local encoding = state.client.offset_encoding or 'utf-16'
  return vim.lsp.util.make_position_params(0, encoding).position
end

local function mark(buf, row, first, options)
  options.strict = false
  pcall(vim.api.nvim_buf_set_extmark, buf, namespace, row, first, options)
end

local function draw(buf, state, tick, result)
  if vim.api.nvim_buf_get_changedtick(buf) ~= tick then
    return false -- the next change draws
  end
  vim.api.nvim_buf_clear_namespace(buf, namespace, 0, -1)
  local options = state.options
  state.cut = false
  local cursor = vim.api.nvim_get_current_buf() == buf and vim.api.nvim_win_get_cursor(0) or { 0, 0 }
  for _, line in ipairs(result.lines) do
    local text = vim.api.nvim_buf_get_lines(buf, line.line, line.line + 1, false)[1] or ''
    local coloured = options.colors == 'on' or options.colors == 'wide' and #line.cells > options.wide
    for _, cell in ipairs(line.cells) do
      local first, last = byte(state, text, cell.start), byte(state, text, cell['end'])
      if coloured then
        mark(buf, line.line, first, { end_col = last, hl_group = 'GcfColumn' .. (cell.column % 6 + 1), priority = 130 })
        if types[cell.type] then
          mark(buf, line.line, first, { end_col = last, hl_group = types[cell.type][1], priority = 131 })
        end
      end
      if state.align then
        local inside = cursor[1] == line.line + 1 and cursor[2] >= first and cursor[2] <= last
        state.cut = state.cut or cell.cut ~= nil
        if cell.cut and not inside then
          mark(buf, line.line, byte(state, text, cell.cut), { end_col = last, conceal = '…' })
        elseif cell.pad then
          mark(buf, line.line, cell.right and first or last, {
            virt_text = { { (' '):rep(cell.pad) } }, virt_text_pos = 'inline', right_gravity = cell.right or false,
          })
        end
      end
    end
  end
  return true
end

local function ask(buf)
  local state = states[buf]
  local win = vim.fn.bufwinid(buf)
  if not state or win == -1 or not vim.api.nvim_buf_is_loaded(buf) then
    return
  end
  local first = math.max(vim.fn.line('w0', win) - 1 - margin, 0)
  local last = vim.fn.line('w$', win) + margin
  local tick = vim.api.nvim_buf_get_changedtick(buf)
  -- A cursor that only moved changes nothing, but for the cell that is cut.
  local drawn = table.concat({ first, last, tick, tostring(state.align) }, ' ')
  if state.drawn ~= drawn or state.cut then
    request(state, buf, 'gcf/columns', {
      range = { start = { line = first, character = 0 }, ['end'] = { line = last, character = 0 } },
      widest = state.options.max_width,
    }, function(result)
      if draw(buf, state, tick, result) then
        state.drawn = drawn
      end
    end, true)
  end
  if vim.api.nvim_get_current_buf() == buf then
    vim.b[buf].gcf_place = ''
    state.place = nil
    state.first = vim.fn.line('w0', win)
    request(state, buf, 'gcf/place', { position = position(state) }, function(place)
      state.place = place
      vim.b[buf].gcf_place = place.text
      vim.cmd.redrawstatus()
    end, true)
  end
end

local function later(buf)
  local state = states[buf]
  if state then
    state.timer:stop()
    state.timer:start(rest, 0, vim.schedule_wrap(function() ask(buf) end))
  end
end

--- The declaration of the table that the cursor is in, where it is out of sight.
function M.winbar()
  local state = states[vim.api.nvim_get_current_buf()]
  local place = state and state.place
  if not place then
    return ''
  end
  local shown = place.line + 1 < vim.fn.line('w0') and place.header .. '  ' or ''
  return (shown .. place.text):gsub('%%', '%%%%')
end

local function move(to)
  local buf = vim.api.nvim_get_current_buf()
  local state = states[buf]
  if not state then
    return
  end
  request(state, buf, 'gcf/move', vim.tbl_extend('force', { position = position(state) }, to), function(place)
    local start = place.range.start
    local text = vim.api.nvim_buf_get_lines(buf, start.line, start.line + 1, false)[1] or ''
    vim.cmd("normal! m'")
    vim.api.nvim_win_set_cursor(0, { start.line + 1, byte(state, text, start.character) })
  end)
end

local function lines(command)
  local first, last = command.line1 - 1, command.line2 - 1
  local text = vim.api.nvim_buf_get_lines(0, last, last + 1, false)[1] or ''
  return { { start = { line = first, character = 0 }, ['end'] = { line = last, character = #text } } }
end

local function commands(buf, state)
  local function define(name, run, options)
    vim.api.nvim_buf_create_user_command(buf, name, run, options or {})
  end
  define('GcfAlign', function()
    state.align = not state.align
    vim.wo.conceallevel = state.align and 2 or vim.go.conceallevel
    later(buf)
  end)
  define('GcfNextColumn', function() move({ to = 'next' }) end)
  define('GcfPreviousColumn', function() move({ to = 'previous' }) end)
  define('GcfCellBelow', function() move({ to = 'down' }) end)
  define('GcfCellAbove', function() move({ to = 'up' }) end)
  define('GcfGoToRow', function(command) move({ row = (tonumber(command.args) or 1) - 1 }) end, { nargs = 1 })
  define('GcfCopyPath', function()
    if state.place then
      vim.fn.setreg('+', state.place.path)
      vim.fn.setreg('"', state.place.path)
    end
  end)
  define('GcfCopy', function(command)
    local what = vim.tbl_contains(command.fargs, 'column') and 'column' or 'row'
    local as = 'json'
    for _, word in ipairs(command.fargs) do
      as = vim.tbl_contains({ 'json', 'csv', 'tsv', 'markdown' }, word) and word or as
    end
    local at = position(state)
    local ranges = what == 'column' and { { start = at, ['end'] = at } } or lines(command)
    request(state, buf, 'gcf/take', { what = what, as = as, ranges = ranges }, function(taken)
      pcall(vim.fn.setreg, '+', taken.text)
      vim.fn.setreg('"', taken.text)
      vim.notify(('gcf: copied %d x %d as %s'):format(taken.rows, taken.columns, as))
    end)
  end, { nargs = '*', range = true, complete = function() return { 'row', 'column', 'json', 'csv', 'tsv', 'markdown' } end })
  define('GcfSummary', function(command)
    local at = position(state)
    local params = { what = 'column', as = 'summary', ranges = { { start = at, ['end'] = at } } }
    if command.range > 0 then
      -- The cells of the cursor's column in these lines.
      params.what, params.ranges = 'selection', {}
      request(state, buf, 'gcf/take', { what = 'column', as = 'ranges', ranges = { { start = at, ['end'] = at } } }, function(column)
        for _, range in ipairs(column.ranges or {}) do
          if range.start.line >= command.line1 - 1 and range.start.line <= command.line2 - 1 then
            table.insert(params.ranges, range)
          end
        end
        request(state, buf, 'gcf/take', params, function(taken) M.tell(taken.summary) end)
      end)
      return
    end
    request(state, buf, 'gcf/take', params, function(taken) M.tell(taken.summary) end)
  end, { range = true })
  define('GcfPaste', function()
    local clipboard = vim.fn.getreg('+')
    local content = clipboard ~= '' and clipboard or vim.fn.getreg('"')
    request(state, buf, 'gcf/edit', { what = 'paste', text = content, position = position(state) }, function(result)
      vim.lsp.util.apply_text_edits(result.edits, buf, state.client.offset_encoding or 'utf-16')
    end)
  end)
end

--- Says what a selection amounts to.
function M.tell(s)
  local words = { s.cells .. ' cells' }
  if s.numbers > 0 then
    for _, key in ipairs({ 'sum', 'mean', 'min', 'max' }) do
      table.insert(words, ('%s %.12g'):format(key, s[key]))
    end
  end
  table.insert(words, s.distinct .. ' distinct')
  if s.nulls > 0 then
    table.insert(words, s.nulls .. ' null')
  end
  vim.notify('gcf: ' .. table.concat(words, ' · '))
end

--- Begins to show the columns of a buffer.
function M.attach(client, buf, options)
  if vim.fn.has('nvim-0.10') == 0 or states[buf] and states[buf].client == client then
    return
  end
  options = vim.tbl_extend('force', defaults, options)
  local state = { client = client, options = options, align = options.align, timer = vim.uv.new_timer() }
  states[buf] = state
  highlights()
  commands(buf, state)
  local group = vim.api.nvim_create_augroup('gcf.columns.' .. buf, {})
  vim.api.nvim_create_autocmd({ 'TextChanged', 'TextChangedI', 'WinScrolled', 'BufWinEnter', 'CursorMoved', 'CursorMovedI' }, {
    group = group, buffer = buf, callback = function() later(buf) end,
  })
  vim.api.nvim_create_autocmd('ColorScheme', { group = group, callback = highlights })
  vim.api.nvim_create_autocmd({ 'BufUnload', 'LspDetach' }, {
    group = group,
    buffer = buf,
    callback = function(event)
      if event.event == 'LspDetach' and event.data.client_id ~= client.id then
        return
      end
      state.timer:stop()
      state.timer:close()
      states[buf] = nil
      pcall(vim.api.nvim_buf_clear_namespace, buf, namespace, 0, -1)
      vim.api.nvim_del_augroup_by_id(group)
    end,
  })
  if options.header then
    for _, win in ipairs(vim.fn.win_findbuf(buf)) do
      if vim.wo[win].winbar == '' then
        vim.wo[win].winbar = "%{%v:lua.require'gcf.columns'.winbar()%}"
      end
    end
  end
  if state.align then
    vim.wo.conceallevel = 2
  end
  later(buf)
end

return M
