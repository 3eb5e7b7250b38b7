module assay/driver

go 1.24
