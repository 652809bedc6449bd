def tabs(n):
	if n > 2:
		result = "tabs"
		return result
	return "few"


def wide(n):
                total = 0
                for i in range(n):
                 total += i
                 if total > 3:
                         break
                return total


if True:
  print(tabs(3), tabs(1))
  if wide(2):
   print(wide(5))
  # a comment that is
# indented less
      # or more
  print("end")
