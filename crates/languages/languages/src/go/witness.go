import NAME_os "os"
import NAME_math "math"
import NAME_reflect "reflect"
var NAME_state = NAME_begin()
type NAME_kept struct {
	mark, log []byte
	cut bool
	held int
	last [SLOTS]string
}
type NAME_at struct {
	slot int
	variable interface{}
}
func NAME_begin() *NAME_kept {
	state := &NAME_kept{log: make([]byte, 0, 1<<20)}
	buffer := make([]byte, 64)
	for {
		count, err := NAME_os.Stdin.Read(buffer)
		state.mark = append(state.mark, buffer[:count]...)
		if err != nil || count == 0 {
			return state
		}
	}
}
func NAME_number(log []byte, value uint64) []byte {
	var digits [20]byte
	at := len(digits)
	for {
		at--
		digits[at] = byte('0' + value%10)
		value /= 10
		if value == 0 {
			return append(log, digits[at:]...)
		}
	}
}
func NAME_signed(log []byte, value int64) []byte {
	if value < 0 {
		return NAME_number(append(log, '-'), -uint64(value))
	}
	return NAME_number(log, uint64(value))
}
func NAME_truth(log []byte, value bool) []byte {
	if value {
		return append(log, "\"true\""...)
	}
	return append(log, "\"false\""...)
}
func NAME_real(log []byte, value float64) []byte {
	if value == 0 && NAME_math.Signbit(value) {
		return append(log, "null"...)
	}
	return append(NAME_number(append(log, "{\"bits\":"...), NAME_math.Float64bits(value)), '}')
}
func NAME_plain(text string) bool {
	for at := 0; at < len(text); at++ {
		sign := text[at]
		if sign < ' ' || sign > '~' || sign == '"' || sign == '\\' || sign == '/' || sign == '@' || at > 0 && sign == 'x' && text[at-1] == '0' {
			return false
		}
	}
	return len(text) <= 60
}
func NAME_text(log []byte, text string) []byte {
	if !NAME_plain(text) {
		return append(log, "null"...)
	}
	return append(append(append(log, "\"\\\""...), text...), "\\\"\""...)
}
func NAME_key(key NAME_reflect.Value) string {
	kind := key.Kind()
	switch {
	case key.Type().PkgPath() != "":
		return ""
	case kind == NAME_reflect.Bool:
		return string(NAME_truth(nil, key.Bool()))
	case kind == NAME_reflect.String:
		if NAME_plain(key.String()) {
			return string(NAME_text(nil, key.String()))
		}
	case kind >= NAME_reflect.Int && kind <= NAME_reflect.Int64:
		return "\"" + string(NAME_signed(nil, key.Int())) + "\""
	case kind >= NAME_reflect.Uint && kind <= NAME_reflect.Uint64:
		return "\"" + string(NAME_number(nil, key.Uint())) + "\""
	}
	return ""
}
func NAME_child(log []byte, key string, value NAME_reflect.Value, depth int, left *int) []byte {
	if log[len(log)-1] != '[' {
		log = append(log, ',')
	}
	log = append(append(append(log, '['), key...), ',')
	return append(NAME_value(log, value, depth+1, left), ']')
}
func NAME_map(log []byte, value NAME_reflect.Value, depth int, left *int) []byte {
	if value.Len() > 32 || value.Len() > *left {
		return append(log, "],2]"...)
	}
	keys := value.MapKeys()
	texts := make([]string, len(keys))
	for at := range keys {
		texts[at] = NAME_key(keys[at])
		if texts[at] == "" {
			return append(log, "],2]"...)
		}
		for to := at; to > 0 && texts[to-1] > texts[to]; to-- {
			texts[to-1], texts[to] = texts[to], texts[to-1]
			keys[to-1], keys[to] = keys[to], keys[to-1]
		}
	}
	for at := range keys {
		log = NAME_child(log, texts[at], value.MapIndex(keys[at]), depth, left)
	}
	return append(log, "],3]"...)
}
func NAME_value(log []byte, value NAME_reflect.Value, depth int, left *int) []byte {
	kind := value.Kind()
	*left--
	switch {
	case *left < 0:
		return append(log, "null"...)
	case kind == NAME_reflect.Bool:
		return NAME_truth(log, value.Bool())
	case kind >= NAME_reflect.Int && kind <= NAME_reflect.Int64:
		return NAME_signed(log, value.Int())
	case kind >= NAME_reflect.Uint && kind <= NAME_reflect.Uint64:
		return NAME_number(log, value.Uint())
	case kind == NAME_reflect.Float32 || kind == NAME_reflect.Float64:
		return NAME_real(log, value.Float())
	case kind == NAME_reflect.String:
		return NAME_text(log, value.String())
	case depth >= 4:
		return append(log, "null"...)
	}
	open := append(log, "[\"?\",["...)
	switch kind {
	case NAME_reflect.Ptr, NAME_reflect.Interface:
		key := "\"*\""
		if kind == NAME_reflect.Interface {
			key = "\"data\""
		}
		if !value.IsNil() {
			open = NAME_child(open, key, value.Elem(), depth, left)
		}
		return append(open, "],1]"...)
	case NAME_reflect.Map:
		return NAME_map(open, value, depth, left)
	case NAME_reflect.Struct:
		whole := byte('1')
		for at := 0; at < value.NumField(); at++ {
			name := value.Type().Field(at).Name
			if name == "_" || *left <= 0 {
				whole = '0'
				continue
			}
			open = NAME_child(open, "\"" + name + "\"", value.Field(at), depth, left)
		}
		return append(open, ']', ',', whole, ']')
	case NAME_reflect.Array, NAME_reflect.Slice:
		at, limit := 0, 32
		if depth > 0 {
			limit = 8
		}
		for at < value.Len() && at < limit && *left > 0 {
			open = NAME_child(open, "\"" + string(NAME_signed(nil, int64(at))) + "\"", value.Index(at), depth, left)
			at++
		}
		if at < value.Len() {
			return append(open, "],0]"...)
		}
		return append(open, "],1]"...)
	}
	return append(log, "null"...)
}
func NAME_held(log []byte, at NAME_at) []byte {
	state := NAME_state
	if state.held >= 1<<19 || len(log) + 1<<15 >= cap(state.log) {
		return append(log, "null"...)
	}
	from, left := len(log), 100
	log = append(log, "{\"value\":"...)
	start := len(log)
	log = NAME_value(log, NAME_reflect.ValueOf(at.variable).Elem(), 0, &left)
	if string(log[start:]) == state.last[at.slot] {
		log = append(log[:from], "{\"same\":"...)
	} else {
		state.last[at.slot] = string(log[start:])
		state.held += len(log) - from
		log = append(log, ",\"slot\":"...)
	}
	return append(NAME_number(log, uint64(at.slot)), '}')
}
func NAME(statement int, values ...interface{}) {
	state := NAME_state
	if state.cut || len(state.log) + 32 + 24*len(values) >= cap(state.log) {
		state.cut = true
		return
	}
	log := NAME_signed(append(state.log, 'w'), int64(statement))
	for _, value := range values {
		log = append(log, ',')
		switch value := value.(type) {
		case bool:
			log = NAME_truth(log, value)
		case int:
			log = NAME_signed(log, int64(value))
		case int8:
			log = NAME_signed(log, int64(value))
		case int16:
			log = NAME_signed(log, int64(value))
		case int32:
			log = NAME_signed(log, int64(value))
		case int64:
			log = NAME_signed(log, value)
		case uint:
			log = NAME_number(log, uint64(value))
		case uint8:
			log = NAME_number(log, uint64(value))
		case uint16:
			log = NAME_number(log, uint64(value))
		case uint32:
			log = NAME_number(log, uint64(value))
		case uint64:
			log = NAME_number(log, value)
		case NAME_at:
			log = NAME_held(log, value)
		default:
			log = append(log, "null"...)
		}
	}
	state.log = append(log, '\n')
}
func NAME_end() {
	state := NAME_state
	if state.mark == nil {
		return
	}
	text := []byte{'\n'}
	from := 0
	for at, sign := range state.log {
		if sign == '\n' {
			text = append(append(text, state.mark...), state.log[from:at+1]...)
			from = at + 1
		}
	}
	text = append(append(text, state.mark...), "z\n"...)
	if state.cut {
		text = append(append(text, state.mark...), "t\n"...)
	}
	state.mark = nil
	NAME_os.Stdout.Write(text)
}
func NAME_exit(code int) int {
	NAME_end()
	return code
}
