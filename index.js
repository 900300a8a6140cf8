// n8n loads the nodes and credentials from the paths in package.json; this file only names them.
module.exports = require('./package.json').n8n;
