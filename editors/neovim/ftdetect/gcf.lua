vim.filetype.add({ extension = { gcf = 'gcf' } })
