// By default, tsx caches compiled code among the temporary files, where a trial must leave nothing.
process.env.TSX_DISABLE_CACHE = '1';
