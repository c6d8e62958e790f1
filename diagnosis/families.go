package diagnosis

import "slices"

// Slips returns the catalogue. The records are shared and must not be changed.
func Slips() []*Slip {
	return slices.Concat(wrappingSlips(), headerSlips(), tableSlips(), cellSlips(), objectSlips(), graphSlips(), restSlips())
}

// What stands around a payload, and codings of it as a whole.
func wrappingSlips() []*Slip {
	return []*Slip{&utf16Text, &byteOrderMark, &jsonString, &loneCR, &terminalColours, &htmlText, &strangeBlanks, &jsonInstead, &yamlBody, &proseAround, &endMark, &lineMarks, &linePrefix, &lineNumbers, &indentedWhole, &twoPayloads, &foreignComments,
		&jsonEnvelope, &roleWord, &commentFirst, &headerTwice, &linesJoined, &unknownProfile, &strayLine, &mergeMarks}
}

// The line that begins with GCF.
func headerSlips() []*Slip {
	return []*Slip{&headerColon, &headerMissing, &headerCommas, &headerLast}
}

// Section and table headers, and the lines of tables as a whole.
func tableSlips() []*Slip {
	return []*Slip{&newerForms, &markdownTable, &namesAgain, &tableInParts, &summaryMark, &toonTable, &namesAsRow, &namedCells, &jsonRows, &markupRows, &declarationForm, &typedFields, &rowIDSpelling, &rowIDMissing, &rowsIndented, &headingSpace, &countParentheses, &countSpelling, &fieldListSeparator, &pathSeparator, &separatorLine, &outerPipes, &bulletRows, &ellipsisRow, &totals, &rowTwice, &countWrong,
		&rowIDOrder, &rowIDGlued, &countForm, &headingName, &noteBehind, &closingLines, &fieldQuotes, &fieldListEnds, &lineWrapped, &csvTable, &rowsWrapped, &headerParts, &recordRows, &summaryForm, &summaryPlace, &summaryWrong}
}

// Cells and their separators.
func cellSlips() []*Slip {
	return []*Slip{&cellSeparator, &smartQuotes, &singleQuotes, &quoteUnclosed, &doubledQuotes, &lineBreakInCell, &bareLineBreak,
		&foreignEscape, &escapedBar, &escapedQuotes, &quoteInside, &wideStructure, &loneBackslash}
}

// Members, nested objects, attachments, keyed maps.
func objectSlips() []*Slip {
	return []*Slip{&colonMember, &wideIndent, &keyQuotes, &attachmentName, &columnOmitted, &bodyIndent, &itemBraces, &headerInCell, &caretMissing, &nestedUnderRow, &attachmentJSON, &arrayCount,
		&assignmentSign, &sectionForm, &bodyBraces, &listSeparator, &listBelow, &itemsBare, &attachmentMarks, &attachmentOtherName, &caretsLeftOut, &membersInBraces, &bodyMargin, &schemaSpelling, &schemaPlace, &schemaBody, &keyedRow, &keyColumn, &colonPlace, &attachmentFirst, &memberMarkup, &listForm, &itemForm,
		&schemaInCell, &attachmentsApart, &tomlRecords, &indexedMembers, &sectionsInTable}
}

// Symbols, edges, deltas, sessions.
func graphSlips() []*Slip {
	return []*Slip{&escapedEdge, &edgeSpelling, &edgeNames, &edgesFirst, &symbolSpelling, &symbolNumber, &symbolScore, &symbolParts, &symbolBlank, &commentBehind, &looseSymbols, &looseEdges,
		&diagramEdge, &edgesJoined, &graphMargin, &edgeUnclear, &edgesHeading, &groupMarks, &symbolForm, &kindMissing, &letteredIDs, &wrongProfile, &deltaName, &deltaEdge, &deltaMarks, &deltaFlag, &identityMark, &removedWhole, &deltaUnknown, &sessionReference}
}

// What a rule of package diagnostics offers as a fix, where no slip knows
// better.
func restSlips() []*Slip {
	return []*Slip{&ruleFix}
}
