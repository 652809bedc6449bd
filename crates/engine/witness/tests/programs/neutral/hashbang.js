#!/usr/bin/env node
print('x');
