package parser

// keySet finds duplicates among the names of one scope. Small scopes, the
// normal case, are compared one by one and allocate nothing once the set is
// reused.
type keySet struct {
	entries []keyEntry
	index   map[string]int32 // for scopes beyond smallScope
}

// keyEntry is a name and where it stands.
type keyEntry struct {
	name       string
	start, end int
}

const smallScope = 12

// reset empties the set. A grown map is dropped: clearing it for each small
// scope that follows would cost its size again and again.
func (s *keySet) reset() {
	s.entries = s.entries[:0]
	s.index = nil
}

// len is the number of names.
func (s *keySet) len() int { return len(s.entries) }

// add adds a name, or returns the first entry that has it.
func (s *keySet) add(name string, start, end int) (first keyEntry, dup bool) {
	if s.index == nil {
		for i := range s.entries {
			if s.entries[i].name == name {
				return s.entries[i], true
			}
		}
		if len(s.entries) == smallScope {
			s.index = make(map[string]int32, 4*smallScope)
			for i := range s.entries {
				s.index[s.entries[i].name] = int32(i)
			}
		}
	} else if i, ok := s.index[name]; ok {
		return s.entries[i], true
	}
	if s.index != nil {
		s.index[name] = int32(len(s.entries))
	}
	s.entries = append(s.entries, keyEntry{name, start, end})
	return keyEntry{}, false
}
