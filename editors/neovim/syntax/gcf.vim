" Vim syntax file
" Language: GCF (Graph Compact Format), both profiles
if exists('b:current_syntax')
  finish
endif

" Scalars (spec 2). A cell ends at a `|`, an element at a `,`, a value at the
" end of the line.
syntax match gcfEscape /\\\(["\\\/bfnrt]\|u\x\{4}\)/ contained
syntax region gcfString start=/"/ skip=/\\./ end=/"/ end=/$/ contained oneline contains=gcfEscape
syntax match gcfNumber /\%(^\|[|=,:]\|@\d\+\)\@<=\s*-\?\%(0\|[1-9]\d*\)\%(\.\d\+\)\?\%([eE][+-]\?\d\+\)\?\ze\s*\%([|,]\|$\)/ contained
syntax match gcfBoolean /\%(^\|[|=,:]\|@\d\+\)\@<=\s*\%(true\|false\)\ze\s*\%([|,]\|$\)/ contained
syntax match gcfNull /\%(^\|[|=,:]\|@\d\+\)\@<=\s*-\ze\s*\%([|,]\|$\)/ contained
syntax match gcfAbsent /\%(^\|[|]\|@\d\+\)\@<=\s*\~\ze\s*\%(|\|$\)/ contained
syntax match gcfMarker /\%(^\|[|]\|@\d\+\)\@<=\s*\^\ze\s*\%([|{]\|$\)/ contained
syntax cluster gcfScalar contains=gcfString,gcfNumber,gcfBoolean,gcfNull

" Declarations: `[N]`, `[?]`, `[N:]`, `{a,"b>c",@id}`.
syntax match gcfCount /\[\%(\d\+\|?\):\?\]/ contained
syntax region gcfFields matchgroup=gcfDelimiter start=/{/ end=/}/ end=/$/ contained oneline contains=gcfFieldString,gcfIdentity,gcfField
syntax match gcfField /[^[:space:],{}"@]\+/ contained
syntax region gcfFieldString start=/"/ skip=/\\./ end=/"/ end=/$/ contained oneline contains=gcfEscape,gcfPath
syntax match gcfPath />/ contained
syntax match gcfIdentity /@/ contained

" Rows: a line with a `|`, and what is nothing else.
syntax match gcfRow /^.*$/ contains=gcfRowId,gcfPipe,@gcfScalar,gcfAbsent,gcfMarker,gcfFields
syntax match gcfPipe /|/ contained
syntax match gcfRowId /^\s*@\d\+\ze\s/ contained

" Graph (spec 5, 6, 9, 10). What is not of this form is a row.
syntax match gcfNode /^\s*@\d\+\s\+\h\S*\s\+\S\+\s\+-\?\d\+\.\d\d\s\+\S\+\%(\s\+\d\+\)\?\s*$/ contains=gcfNodeId,gcfKind,gcfScore
syntax match gcfNodeId /^\s*@\d\+/ contained nextgroup=gcfKind skipwhite
syntax match gcfKind /\h\S*/ contained nextgroup=gcfName skipwhite
syntax match gcfName /\S\+/ contained nextgroup=gcfScore skipwhite
syntax match gcfScore /-\?\d\+\.\d\d/ contained nextgroup=gcfProvenance skipwhite
syntax match gcfProvenance /\S\+/ contained nextgroup=gcfDistance skipwhite
syntax match gcfDistance /\d\+/ contained
syntax match gcfEdge /^\s*@\d\+<@\d\+\%(\s.*\)\?$/ contains=gcfEdgeIds
syntax match gcfEdgeIds /^\s*@\d\+<@\d\+/ contained nextgroup=gcfEdgeType skipwhite
syntax match gcfEdgeType /\S\+/ contained nextgroup=gcfStatus skipwhite
syntax match gcfStatus /\S\+/ contained
syntax match gcfReference /^\s*@\d\+\s\+# previously transmitted\s*$/ contains=gcfNodeId,gcfReferenceNote
syntax match gcfReferenceNote /# previously transmitted/ contained
syntax match gcfDeltaEdge /^\s*\S\+ -> \S\+\%( \S\+\)\?\s*$/ contains=gcfArrow
syntax match gcfArrow / -> / contained

" Members, arrays on one line, items, attachments (spec 7).
syntax match gcfMember /^\s*\%(\h[[:alnum:]_-]*\|"\%([^"\\]\|\\.\)*"\)\s*=[^|]*$/ contains=gcfKey,@gcfScalar
syntax match gcfKey /^\s*\%(\h[[:alnum:]_-]*\|"\%([^"\\]\|\\.\)*"\)\ze\s*[=\[]/ contained
syntax match gcfInlineArray /^\s*\%(\h[[:alnum:]_-]*\|"\%([^"\\]\|\\.\)*"\)\[\%(\d\+\|?\)\]:.*$/ contains=gcfKey,gcfCount,@gcfScalar
syntax match gcfRootScalar /^=.*$/ contains=@gcfScalar
syntax match gcfItem /^\s*@\d\+ \%(=.*\|{}\|\[.*\)\s*$/ contains=gcfRowId,gcfCount,gcfFields,@gcfScalar
syntax match gcfAttachment /^\s*\.\%(\h\w*\|"\%([^"\\]\|\\.\)*"\).*$/ contains=gcfAttachmentName,gcfCount,gcfFields,@gcfScalar
syntax match gcfAttachmentName /^\s*\.\%(\h\w*\|"\%([^"\\]\|\\.\)*"\)/ contained

syntax match gcfSection /^\s*##\%(\s.*\)\?$/ contains=gcfSectionName,gcfCount,gcfFields,@gcfScalar
syntax match gcfSectionName /^\s*##\s*\%(\h\w*\|"\%([^"\\]\|\\.\)*"\)\?/ contained
syntax match gcfSummary /^\s*##!\s.*$/ contains=gcfPair
syntax match gcfHeader /^GCF\s.*$/ contains=gcfMagic,gcfPair
syntax match gcfMagic /^GCF/ contained
syntax match gcfPair /[^[:space:]=]\+\ze=/ contained

syntax match gcfComment /^\s*# .*$/ contains=gcfDirective,@Spell
syntax match gcfDirective /gcf-lsp: *\%(ignore-file\|ignore\|fmt off\|fmt on\|off\|on\|base\|schema\)\?/ contained
syntax match gcfTab /^ *\t\s*\ze\S/

highlight default link gcfEscape SpecialChar
highlight default link gcfString String
highlight default link gcfNumber Number
highlight default link gcfBoolean Boolean
highlight default link gcfNull Constant
highlight default link gcfAbsent Constant
highlight default link gcfMarker Special
highlight default link gcfCount Number
highlight default link gcfDelimiter Delimiter
highlight default link gcfField Identifier
highlight default link gcfFieldString Identifier
highlight default link gcfPath Operator
highlight default link gcfIdentity Special
highlight default link gcfPipe Delimiter
highlight default link gcfRowId Label
highlight default link gcfNodeId Label
highlight default link gcfKind Type
highlight default link gcfName Function
highlight default link gcfScore Float
highlight default link gcfProvenance Normal
highlight default link gcfDistance Number
highlight default link gcfEdgeIds Label
highlight default link gcfEdgeType Statement
highlight default link gcfStatus StorageClass
highlight default link gcfReferenceNote Comment
highlight default link gcfArrow Operator
highlight default link gcfKey Identifier
highlight default link gcfAttachmentName Identifier
highlight default link gcfSectionName Title
highlight default link gcfSummary PreProc
highlight default link gcfMagic PreProc
highlight default link gcfPair Identifier
highlight default link gcfComment Comment
highlight default link gcfDirective Special
highlight default link gcfTab Error

let b:current_syntax = 'gcf'
