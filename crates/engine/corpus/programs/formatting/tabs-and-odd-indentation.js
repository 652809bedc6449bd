	var	out	=	[];
function	pad(	n	)	{
		var s =	''	+ n;
	while	(s.length < 3)
			s = '0' +	s;
return s
					}
	for (var i = 8;	i < 11;
		i++)
	{	out.push(pad(i))
	}

			if (out.length)
print(out.join('	'));
	else
				{ print('none') }
