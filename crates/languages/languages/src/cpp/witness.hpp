static unsigned long NAME_spent;
template <class T> struct NAME_type {};
template <class T> struct NAME_plain { enum { yes = !__is_class(T) && !__is_union(T) }; };
template <class T, unsigned long N> struct NAME_plain<T[N]> { enum { yes = 0 }; };
template <class T, class = void> struct NAME_of {
    static void log(const T &, int, int) { NAME_raw("null"); }
};
template <class T> static void NAME_show(const T &value, int depth, int is_given) {
    if (depth > 4 || NAME_used - NAME_from > 3000) NAME_raw("null");
    else NAME_of<T>::log(value, depth, is_given);
}
template <class List> static void NAME_elements(const List &list, int depth, int is_given) {
    int at = 0, is_whole = 1;
    NAME_raw("[\"?\",[");
    for (const auto &element : list) {
        if (at == (depth ? 8 : 32) || NAME_used - NAME_from > 3000) { is_whole = 0; break; }
        NAME_raw(at ? ",[\"" : "[\""); NAME_number(at); NAME_raw("\",");
        NAME_show(element, depth + 1, is_given);
        NAME_byte(']');
        at++;
    }
    NAME_raw(is_whole ? "],1]" : "],0]");
}
template <class T> static void NAME_top(const T &value, int has_value, int is_listed) {
    if (NAME_spent > (1 << 19) || NAME_used + 16384 >= sizeof NAME_log) NAME_raw("null");
    else NAME_show(value, 0, NAME_plain<T>::yes ? has_value : is_listed);
}
template <class T, class = void> struct NAME_referent {
    static void log(const T &, int) { NAME_raw("null"); }
};
template <class T> struct NAME_referent<T, decltype((void)sizeof(T))> {
    static void log(const T &value, int has_value) {
        if (__is_polymorphic(T)) NAME_raw("null");
        else NAME_top(value, has_value, 0);
    }
};
template <class T> static void NAME_refer(const T &value, int has_value) {
    NAME_raw("[\"?\",[[\"<referent>\",");
    NAME_referent<T>::log(value, has_value);
    NAME_raw("]],0]");
}
template <class T, unsigned long N> struct NAME_of<T[N], void> {
    static void log(const T (&value)[N], int depth, int is_given) { NAME_elements(value, depth, is_given); }
};
template <unsigned long N> struct NAME_of<char[N], void> {
    static void log(const char (&)[N], int, int) { NAME_raw("null"); }
};
template <class T> struct NAME_of<T *, void> {
    static void log(T *value, int, int is_given) {
        if (is_given) NAME_address(!value);
        else NAME_raw("null");
    }
};
template <class T> struct NAME_of<T, decltype(NAME_fields(NAME_type<T>(), *(const T *)0, 0, 0))> {
    static void log(const T &value, int depth, int is_given) {
        NAME_fields(NAME_type<T>(), value, depth, is_given && __is_aggregate(T));
    }
};
