/// A certificate authority and a certificate for `localhost`, `hooks.example` and 127.0.0.1, valid from 2020 to 2120.
///
/// They are in the tests because no package here makes certificates. The key protects nothing.
package enum TestCertificates {
    package static let authority = """
        -----BEGIN CERTIFICATE-----
        MIIBSDCB76ADAgECAhRZ77DfDtTuI+t/5hKfhNZD/2pzXjAKBggqhkjOPQQDAjAZ
        MRcwFQYDVQQDDA5UZXN0IGF1dGhvcml0eTAgFw0yMDAxMDEwMDAwMDBaGA8yMTIw
        MDEwMTAwMDAwMFowGTEXMBUGA1UEAwwOVGVzdCBhdXRob3JpdHkwWTATBgcqhkjO
        PQIBBggqhkjOPQMBBwNCAASs0t/m5YrACwqrmdOZIA5y1pDFobnEDtwNuCGUVHZe
        w2PmZa4nL94VI0sgVRFGDbBF4WYo9U9G13aw6nO72raToxMwETAPBgNVHRMBAf8E
        BTADAQH/MAoGCCqGSM49BAMCA0gAMEUCIGitM7+RNjy7TFI6DVVUoz9frDoDMQZt
        VDDj3VIwgJxlAiEAjPc15lKFXyCnXFDq679s4QlOyLAz+6jYHjt9pUPJGTk=
        -----END CERTIFICATE-----
        """

    package static let server = """
        -----BEGIN CERTIFICATE-----
        MIIBcjCCARmgAwIBAgIUfXISEmIpi4QKp5hGKHKhDl8eVUkwCgYIKoZIzj0EAwIw
        GTEXMBUGA1UEAwwOVGVzdCBhdXRob3JpdHkwIBcNMjAwMTAxMDAwMDAwWhgPMjEy
        MDAxMDEwMDAwMDBaMBQxEjAQBgNVBAMMCWxvY2FsaG9zdDBZMBMGByqGSM49AgEG
        CCqGSM49AwEHA0IABMUj2YYgEwAdC3XZcOhCasaI0kaIQ1Fb2t4g845jGBJ83KDQ
        qzHy6tFaQbVNNdlR4KEoBvgTkfEbKdJP8vPldrWjQjBAMCkGA1UdEQQiMCCCCWxv
        Y2FsaG9zdIINaG9va3MuZXhhbXBsZYcEfwAAATATBgNVHSUEDDAKBggrBgEFBQcD
        ATAKBggqhkjOPQQDAgNHADBEAiBFUmFHQHgpLyDRPQ8Exw0eiGGGRHPRWl/LVFd8
        ZdrakgIgD35QXmSq5xU5WdIcCtoE1xiB+JkV+Bo+/v0qoPw0bV0=
        -----END CERTIFICATE-----
        """

    package static let serverKey = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgchn4Njy78wpXfqm7
        0xkRQ+0mJC/AQlUS5ivQDpGIzHKhRANCAATFI9mGIBMAHQt12XDoQmrGiNJGiENR
        W9reIPOOYxgSfNyg0Ksx8urRWkG1TTXZUeChKAb4E5HxGynST/Lz5Xa1
        -----END PRIVATE KEY-----
        """
}
