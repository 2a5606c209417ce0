// The browser loads the data of `Intl` at its first use, which takes about 60 ms at a quarter of the processor of a
// computer. The page runs this file while the files of the app still load, so that they find the data ready.
Intl.DateTimeFormat();
