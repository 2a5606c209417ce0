// The certificate of a server on this machine, valid until 2126. The product does not trust it, so it refuses the
// connection as it refuses an expired certificate. The key protects nothing.

export const selfSignedCertificate = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgbVsTl2jzgb1muDyJ
8Tphs+4CLaWyzhlHtz0gzudMASihRANCAAQT+HwvznzH/BIDwL7a1puxcVszpOrp
9OLlENBRUhMtSQ0Y6ZMeJKCrjpjcBlZji2LecOmQTjZuhEMHOwvJ68Mb
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBfjCCASWgAwIBAgIUNvKe9uN0wnnZDjWKh1pVFgImFSwwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyOTIzMDU1M1oYDzIxMjYxMTA1
MjMwNTUzWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQT+HwvznzH/BIDwL7a1puxcVszpOrp9OLlENBRUhMtSQ0Y6ZMeJKCr
jpjcBlZji2LecOmQTjZuhEMHOwvJ68Mbo1MwUTAdBgNVHQ4EFgQUCc+W0JB07dFj
hvftFL/ajBftfPIwHwYDVR0jBBgwFoAUCc+W0JB07dFjhvftFL/ajBftfPIwDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNHADBEAiAwBvl0EbFmIsD9ttjoxWmf
lFRid93G+NMQ4rJMMvDHiQIgUqkJ/jAb7ilrICb0VKvsuSFBxsXtViAyMkMChe8q
Yco=
-----END CERTIFICATE-----`,
};
