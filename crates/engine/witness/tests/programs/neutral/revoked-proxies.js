const { proxy, revoke } = Proxy.revocable([], {}); revoke(); let p = proxy; print(typeof p);
