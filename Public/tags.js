// Tags while they are typed: the groups one has used, then the values of the group that is typed.
