print('hello');
