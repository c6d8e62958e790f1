-- Two spaces are one level (spec 4.1), tabs are errors.
vim.bo.expandtab = true
vim.bo.shiftwidth = 2
vim.bo.softtabstop = 2
vim.bo.tabstop = 2
vim.bo.commentstring = '# %s'
vim.bo.comments = ':#'
-- A line is a row: it is not to be broken.
vim.bo.textwidth = 0
vim.opt_local.formatoptions:remove({ 't', 'c' })
vim.b.undo_ftplugin = (vim.b.undo_ftplugin and vim.b.undo_ftplugin .. ' | ' or '')
  .. 'setlocal expandtab< shiftwidth< softtabstop< tabstop< commentstring< comments< textwidth< formatoptions<'
