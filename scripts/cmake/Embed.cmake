# cmake -DIN=FILE -DOUT=FILE -P Embed.cmake: writes the bytes of IN as a list of C++ numbers.
file(READ ${IN} bytes HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
string(REGEX REPLACE "(................................................................................)" "\\1\n" bytes "${bytes}")
file(WRITE ${OUT} "${bytes}\n")
