'use strict'
try { undeclared = 1; print('sloppy') } catch (e) { print(e.name) }
