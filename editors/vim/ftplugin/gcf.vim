if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1

" Two spaces are one level (spec 4.1), tabs are errors; a line is a row, it is
" not to be broken.
setlocal expandtab shiftwidth=2 softtabstop=2 tabstop=2 textwidth=0
setlocal commentstring=#\ %s comments=:#
setlocal formatoptions-=t formatoptions-=c
let b:undo_ftplugin = 'setlocal expandtab< shiftwidth< softtabstop< tabstop< textwidth< commentstring< comments< formatoptions<'
