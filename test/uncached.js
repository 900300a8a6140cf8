// What tsx compiles it keeps in the folder for temporary files, where a trial is to leave nothing.
process.env.TSX_DISABLE_CACHE = '1';
