autocmd BufNewFile,BufRead *.gcf setfiletype gcf
